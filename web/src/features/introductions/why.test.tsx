import { screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Introduction } from "#/api/introductions";
import type { Lists } from "#/core/lists";
import { draw, firstOf, loadMessages, logOutMember } from "#/member/people.testing";
import { Why } from "./why";

vi.mock(import("#/liff/liff"), async () => {
  const getLiffUser = vi.fn(() => ({ userId: "U1", displayName: "Mei", statusMessage: undefined }));
  return { getLiffUser };
});

let lists: Lists;
beforeAll(async () => {
  lists = await loadMessages();
});
afterEach(logOutMember);

type Reasons = Introduction["why"];

function reasonsFor(why: Partial<Reasons>): string[] {
  const empty: Reasons = { conditions: [], sharedTagIds: [], distanceBand: "<10" };
  draw(<Why why={{ ...empty, ...why }} lists={lists} name="小美" />);
  return screen.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
}

const mutual = "You meet everything 小美 asked for.";

it("has no line for a reason that is empty", () => {
  expect(reasonsFor({})).toEqual(["Less than 10 km away", mutual]);
});

it("has no line for tags that this build does not know", () => {
  expect(reasonsFor({ sharedTagIds: [999_999] })).toEqual(["Less than 10 km away", mutual]);
});

it("names the member's own conditions and the tags of both", () => {
  const { tags } = firstOf(
    lists.catalogue().tagGroups.filter(({ group }) => group === "personality"),
  );
  const ids = tags.filter(({ key }) => key === "calm" || key === "humorous").map(({ id }) => id);
  expect(reasonsFor({ conditions: ["HEIGHT", "SMOKE"], sharedTagIds: ids })).toEqual([
    "Less than 10 km away",
    "小美 fits your wishes about: Height, Smoking",
    "You have in common: Calm, Humorous",
    mutual,
  ]);
});

it.each([
  ["<10", "Less than 10 km away"],
  ["<25", "Less than 25 km away"],
  ["<50", "Less than 50 km away"],
  ["<100", "Less than 100 km away"],
  ["100+", "More than 100 km away"],
] as const)("says the band %s in words", (distanceBand, words) => {
  expect(reasonsFor({ distanceBand })[0]).toBe(words);
});
