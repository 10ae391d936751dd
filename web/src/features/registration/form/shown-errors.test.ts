import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Core } from "../../../core/core";
import { loadCore } from "../../../core/load";
import { ShownErrors } from "./shown-errors";
import { storeWith } from "./testing";

let core: Core;
beforeAll(async () => {
  core = await loadCore();
});
beforeEach(() => localStorage.clear());

async function tried(draft: Parameters<typeof storeWith>[1]) {
  const store = await storeWith(core, draft, 0);
  const shown = new ShownErrors(store);
  store.tryPage("you");
  const told = () => shown.get().map(({ path, code }) => `${path} ${code}`);
  // The screen asks after each change.
  told();
  return { store, shown, told };
}

const you = { nickname: "Ming", name: "Wang", gender: "MALE", birthday: "1990-01-31" } as const;

test("Continue tells everything of its page", async () => {
  const { told } = await tried({ ...you, nickname: "", birthday: "1990-02-30" });
  expect(told()).toEqual(["nickname required", "birthday date"]);
});

test("what was wrong, mended and is wrong again waits for the end of typing", async () => {
  const { store, shown, told } = await tried({ ...you, nickname: "" });
  store.setField("nickname", "M");
  expect(told()).toEqual([]);
  store.setField("nickname", "");
  expect(told()).toEqual([]);
  shown.reveal("nickname");
  expect(told()).toEqual(["nickname required"]);
});

test("one wrong thing in place of another is news as well", async () => {
  const { store, shown, told } = await tried({ ...you, nickname: "" });
  store.setField("nickname", "x".repeat(30));
  expect(told()).toEqual([]);
  shown.reveal("nickname");
  expect(told()).toEqual(["nickname length"]);
});

test("the end of one field says nothing of another", async () => {
  const { store, shown, told } = await tried({ ...you, gender: null });
  store.setField("nickname", "");
  store.setField("name", "");
  shown.reveal("name");
  expect(told()).toEqual(["name required", "gender required"]);
});

test("the server is heard at once", async () => {
  const { store, told } = await tried(you);
  store.setServerErrors([{ path: "nickname", code: "length", params: { min: 1, max: 20 } }]);
  expect(told()).toEqual(["nickname length"]);
});

test("while the same is wrong, the list stays the very same", async () => {
  const { store, shown } = await tried({ ...you, nickname: "" });
  const before = shown.get();
  store.setField("name", "Wang M");
  expect(shown.get()).toBe(before);
});

test("listeners hear of what is revealed, and of nothing once they left", async () => {
  const { store, shown } = await tried({ ...you, nickname: "" });
  store.setField("nickname", "x".repeat(30));
  let calls = 0;
  const stop = shown.subscribe(() => {
    calls += 1;
  });
  shown.reveal("nickname");
  expect(calls).toBe(1);
  stop();
  store.setField("nickname", "ok");
  expect(calls).toBe(1);
});
