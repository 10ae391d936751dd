import { expect, test } from "vitest";
import { mergeDrafts } from "./merge-drafts";

test("each window's change of its own field is kept", () => {
  const base = { nickname: "a", school: "b" };
  const merged = mergeDrafts(base, { ...base, nickname: "mine" }, { ...base, school: "theirs" });
  expect(merged).toEqual({ nickname: "mine", school: "theirs" });
});

test("a field changed in both windows is the one that is not stored yet", () => {
  expect(mergeDrafts({ nickname: "a" }, { nickname: "mine" }, { nickname: "theirs" })).toEqual({
    nickname: "mine",
  });
});

test("what was emptied stays empty, and what was emptied elsewhere goes", () => {
  const base = { nickname: "a", school: "b", mbti: "INFJ" };
  const merged = mergeDrafts(
    base,
    { ...base, nickname: undefined },
    { nickname: "a", mbti: "INFJ" },
  );
  expect(merged).toEqual({ nickname: undefined, mbti: "INFJ" });
});

test("lists are the same by what they hold", () => {
  const base = { hobbyTagIds: [1, 2] };
  const merged = mergeDrafts(base, { hobbyTagIds: [1, 2] }, { hobbyTagIds: [1, 2, 3] });
  expect(merged).toEqual({ hobbyTagIds: [1, 2, 3] });
});
