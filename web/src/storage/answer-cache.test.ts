import "./indexed-db.testing";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  readAnswer,
  removeAnswer,
  removeAnswers,
  removeAnswersExcept,
  writeAnswer,
} from "./answer-cache";

beforeEach(() => vi.stubGlobal("indexedDB", new IDBFactory()));
afterEach(() => vi.unstubAllGlobals());

it("creates no database before there is something to store", async () => {
  expect(await readAnswer("U1", "member/matches")).toBeNull();
  await removeAnswer("U1", "member/matches");
  await removeAnswers("U1");
  expect(await indexedDB.databases()).toEqual([]);
});

it("keeps the latest version of each answer", async () => {
  await writeAnswer("U1", "member/matches", [1]);
  await writeAnswer("U1", "member/matches", [2]);
  await writeAnswer("U1", "member/profile", { nickname: "Mei" });
  expect(await readAnswer("U1", "member/matches")).toEqual([2]);
  expect(await readAnswer("U1", "member/profile")).toEqual({ nickname: "Mei" });
  expect(await readAnswer("U1", "member/news")).toBeNull();
});

it("keeps accounts apart, although one name begins as another does", async () => {
  await writeAnswer("U1", "member/profile", "mine");
  await writeAnswer("U1", "notes/M1", "my notes");
  await writeAnswer("U12", "member/profile", "theirs");
  await writeAnswer("U12", "notes/M1", "their notes");
  expect(await readAnswer("U1", "notes/M1")).toBe("my notes");
  await removeAnswers("U1");
  expect(await readAnswer("U1", "member/profile")).toBeNull();
  expect(await readAnswer("U1", "notes/M1")).toBeNull();
  expect(await readAnswer("U12", "member/profile")).toBe("theirs");
  expect(await readAnswer("U12", "notes/M1")).toBe("their notes");
});

it("removes one answer", async () => {
  await writeAnswer("U1", "notes/M1", 1);
  await writeAnswer("U1", "notes/M2", 2);
  await removeAnswer("U1", "notes/M1");
  expect(await readAnswer("U1", "notes/M1")).toBeNull();
  expect(await readAnswer("U1", "notes/M2")).toBe(2);
});

it("does without a database that the browser refuses", async () => {
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("blocked", "SecurityError");
    },
  });
  await writeAnswer("U1", "member/profile", 1);
  expect(await readAnswer("U1", "member/profile")).toBeNull();
  await removeAnswer("U1", "member/profile");
  await removeAnswers("U1");
});

it("deletes the answers of a kind that are not kept, and of no other account", async () => {
  for (const account of ["U1", "U2"]) {
    await writeAnswer(account, "notes/M1", "kept");
    await writeAnswer(account, "notes/M2", "over");
    await writeAnswer(account, "member/matches", []);
  }
  await removeAnswersExcept("U1", "notes/", ["notes/M1"]);
  expect(await readAnswer("U1", "notes/M1")).toBe("kept");
  expect(await readAnswer("U1", "notes/M2")).toBeNull();
  expect(await readAnswer("U1", "member/matches")).toEqual([]);
  expect(await readAnswer("U2", "notes/M2")).toBe("over");
});
