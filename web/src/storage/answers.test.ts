import "./indexed-db.testing";
import { beforeEach, expect, it } from "vitest";
import {
  answers,
  readAnswer,
  removeAnswer,
  removeAnswersExcept,
  writeAnswer,
} from "./account-store";
import { clearIndexedDb } from "./indexed-db.testing";

const accountOf = (userId: string, signal = new AbortController().signal) => ({ userId, signal });
const own = accountOf("U1");

beforeEach(clearIndexedDb);

it("keeps the latest version of each answer", async () => {
  await writeAnswer(own, "member/matches", [1]);
  await writeAnswer(own, "member/matches", [2]);
  await writeAnswer(own, "member/profile", { nickname: "Mei" });
  expect(await readAnswer(own, "member/matches")).toEqual([2]);
  expect(await readAnswer(own, "member/profile")).toEqual({ nickname: "Mei" });
  await removeAnswer(own, "member/matches");
  expect(await readAnswer(own, "member/matches")).toBeNull();
});

it("stores nothing for an account that has logged out meanwhile", async () => {
  await writeAnswer(accountOf("U1", AbortSignal.abort()), "member/matches", [1]);
  expect(await readAnswer(own, "member/matches")).toBeNull();
});

it("deletes the answers of a kind that are not kept, and of no other account", async () => {
  for (const account of ["U1", "U12"]) {
    await answers.write(account, "notes/M1", "kept");
    await answers.write(account, "notes/M2", "over");
    await answers.write(account, "member/matches", []);
  }
  await removeAnswersExcept(own, "notes/", ["notes/M1"]);
  expect([...(await answers.readAll("U1")).keys()]).toEqual(["member/matches", "notes/M1"]);
  expect(new Set((await answers.readAll("U12")).keys())).toHaveLength(3);
});
