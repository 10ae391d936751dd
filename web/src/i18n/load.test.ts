import { i18n } from "@lingui/core";
import { beforeEach, expect, test, vi } from "vitest";
import type * as Load from "./load";

/** The files that arrive only when the test lets them. */
const held: (() => void)[] = [];
let isHeld = false;
vi.mock(import("#/version/load-chunk"), () => ({
  loadChunk: async <Module>(load: () => Promise<Module>): Promise<Module> => {
    const loaded = await load();
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    return loaded;
  },
}));

let activate: typeof Load.activate;
let loadNamespaces: typeof Load.loadNamespaces;

beforeEach(async () => {
  // No namespace is requested yet.
  vi.resetModules();
  ({ activate, loadNamespaces } = await import("./load"));
  isHeld = false;
  held.length = 0;
  await activate("en");
});

/** Calls `second` while the files that `first` requests are on their way. */
async function during(first: () => Promise<void>, second: () => Promise<void>): Promise<void> {
  isHeld = true;
  const done = first();
  await vi.waitFor(() => expect(held).toHaveLength(1));
  isHeld = false;
  await second();
  for (const resolve of held) resolve();
  await done;
}
/** A language keeps its messages, so that each test needs another namespace. */
const hasMessage = (id: string) => i18n._(id) !== id;

test("loads a namespace in this language and in the next one", async () => {
  await loadNamespaces("dev");
  const inEnglish = i18n._("dev.title");
  expect(hasMessage("dev.title")).toBe(true);
  await activate("ja");
  expect(hasMessage("dev.title")).toBe(true);
  expect(i18n._("dev.title")).not.toBe(inEnglish);
});

test("loads a namespace in the new language if the person switched meanwhile", async () => {
  await during(
    () => loadNamespaces("profile"),
    () => activate("ja"),
  );
  expect(hasMessage("profile.title")).toBe(true);
});

test("waits for a namespace that was requested while the new language was loading", async () => {
  await during(
    () => activate("ja"),
    () => loadNamespaces("register"),
  );
  expect(hasMessage("register.title")).toBe(true);
});
