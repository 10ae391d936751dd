import { i18n } from "@lingui/core";
import { beforeEach, expect, test, vi } from "vitest";
import type { activate as Activate, loadNamespaces as LoadNamespaces } from "./load";

/** What is asked for comes when the test says so. */
const held: (() => void)[] = [];
let isHeld = false;
vi.mock("../version/load-chunk", () => ({
  loadChunk: async (load: () => Promise<unknown>) => {
    const loaded = await load();
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    return loaded;
  },
}));

let activate: typeof Activate;
let loadNamespaces: typeof LoadNamespaces;

beforeEach(async () => {
  // Nothing is asked for yet.
  vi.resetModules();
  ({ activate, loadNamespaces } = await import("./load"));
  isHeld = false;
  held.length = 0;
  await activate("en");
});

/** Does the first; what it asks for comes only after the second. */
async function during(first: () => Promise<void>, second: () => Promise<void>): Promise<void> {
  isHeld = true;
  const done = first();
  await vi.waitFor(() => expect(held).toHaveLength(1));
  isHeld = false;
  await second();
  for (const resolve of held) resolve();
  await done;
}
/** Each test asks for another area: what a language has once it keeps. */
const isSpoken = (id: string) => i18n._(id) !== id;

test("an area is there in the language at hand, and in the next one", async () => {
  await loadNamespaces("dev");
  const inEnglish = i18n._("dev.title");
  expect(isSpoken("dev.title")).toBe(true);
  await activate("ja");
  expect(isSpoken("dev.title")).toBe(true);
  expect(i18n._("dev.title")).not.toBe(inEnglish);
});

test("an area that comes after a change of language comes in that language too", async () => {
  await during(
    () => loadNamespaces("profile"),
    () => activate("ja"),
  );
  expect(isSpoken("profile.title")).toBe(true);
});

test("a language waits for an area that came while its words were on their way", async () => {
  await during(
    () => activate("ja"),
    () => loadNamespaces("register"),
  );
  expect(isSpoken("register.title")).toBe(true);
});
