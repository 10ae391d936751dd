/** The lowest versions of `web/vite/browsers.ts`: what they lack is not needed, and an older browser reads a sentence. */
import { setTimeout as wait } from "node:timers/promises";
import { test } from "./stage";

/** Features that the newest browsers have, and Safari 16.0 or Chrome 105 lacks. */
const newer = [
  "Array.fromAsync",
  "Array.prototype.toReversed",
  "Array.prototype.toSorted",
  "Array.prototype.toSpliced",
  "Array.prototype.with",
  "AbortSignal.any",
  "AbortSignal.timeout",
  "Element.prototype.checkVisibility",
  "Element.prototype.getHTML",
  "Element.prototype.togglePopover",
  "Map.groupBy",
  "Navigator.prototype.locks",
  "Object.groupBy",
  "Promise.try",
  "Promise.withResolvers",
  "Set.prototype.union",
  "String.prototype.isWellFormed",
  "URL.canParse",
  "URL.parse",
  "Window.prototype.requestIdleCallback",
  "Document.prototype.startViewTransition",
];

const browsers: Record<string, string> = {
  "of the lowest versions": `
    const lose = (path) => {
      const names = path.split(".");
      const last = names.pop();
      const owner = names.reduce((found, name) => found && found[name], window);
      if (owner) delete owner[last];
    };
    for (const path of ${JSON.stringify(newer)}) lose(path);
    delete window.requestIdleCallback;`,
  "without WebAssembly": "delete window.WebAssembly",
};

for (const [browser, script] of Object.entries(browsers)) {
  test(`a browser ${browser} opens the form`, async ({ network, person }) => {
    network.inject(script);
    await person.open("/register");
    await person.begins();
    await person.getByLabel("Nickname").fill("小美");
    await person.sees(/Saved on this device/);
  });
}

test("an older browser reads in three languages what to do", async ({ network, person }) => {
  network.inject("CSS.supports = () => false");
  await person.open("/register");
  const words = [/too old/, /古すぎます/, /版本太舊/];
  for (const sentence of words) await person.sees(sentence);
  // The app must not draw over them.
  await wait(5_000);
  for (const sentence of words) await person.sees(sentence);
});
