import { expect, test } from "vitest";
import { mergeVersions, noteChanges, parseChanges } from "./merge-drafts";

const start = { draft: { nickname: "a", school: "b", mbti: "INFJ" }, changes: {} };

test("each window's change of its own field is kept, whoever merges", () => {
  const first = noteChanges(start, { ...start.draft, nickname: "first" }, 1_000);
  const second = noteChanges(start, { ...start.draft, school: "second" }, 2_000);
  for (const [own, theirs] of [
    [first, second],
    [second, first],
  ] as const) {
    const { merged, isAhead } = mergeVersions(own, theirs);
    expect(merged.draft).toEqual({ nickname: "first", school: "second", mbti: "INFJ" });
    expect(isAhead).toBe(true);
    expect(mergeVersions(theirs, merged)).toEqual({ merged, isAhead: false });
  }
});

test("a field changed in both windows is as it was changed last", () => {
  const first = noteChanges(start, { ...start.draft, nickname: "first" }, 1_000);
  const second = noteChanges(start, { ...start.draft, nickname: "second" }, 2_000);
  expect(mergeVersions(first, second)).toEqual({ merged: second, isAhead: false });
  expect(mergeVersions(second, first)).toEqual({ merged: second, isAhead: true });
});

test("changed in the same millisecond, it is the same in both", () => {
  const first = noteChanges(start, { ...start.draft, nickname: "first" }, 1_000);
  const second = noteChanges(start, { ...start.draft, nickname: "second" }, 1_000);
  expect(mergeVersions(first, second).merged).toEqual(mergeVersions(second, first).merged);
});

test("with the clock set back, what is typed now is still the later change", () => {
  const before = noteChanges(start, { ...start.draft, nickname: "before" }, 9_000);
  const after = noteChanges(before, { ...before.draft, nickname: "after" }, 1_000);
  expect(mergeVersions(before, after).merged.draft.nickname).toBe("after");
});

test("what was emptied stays empty, and what was emptied elsewhere goes", () => {
  const own = noteChanges(start, { ...start.draft, nickname: undefined }, 1_000);
  const theirs = noteChanges(start, { nickname: "a", mbti: "INFJ" }, 2_000);
  expect(mergeVersions(own, theirs).merged.draft).toEqual({ nickname: undefined, mbti: "INFJ" });
});

test("lists are the same by what they hold", () => {
  const tags = { draft: { hobbyTagIds: [1, 2] }, changes: {} };
  const own = noteChanges(tags, { hobbyTagIds: [1, 2] }, 2_000);
  expect(own.changes).toEqual({});
  const theirs = noteChanges(tags, { hobbyTagIds: [1, 2, 3] }, 1_000);
  expect(mergeVersions(own, theirs).merged.draft).toEqual({ hobbyTagIds: [1, 2, 3] });
});

test("of changes that were damaged nothing is believed", () => {
  for (const damaged of [null, undefined, 7, "no", []]) expect(parseChanges(damaged)).toEqual({});
  expect(parseChanges({ nickname: 1_000, school: "1000", mbti: 1e300, place: null })).toEqual({
    nickname: 1_000,
  });
});
