import { expect, test } from "vitest";
import { loadCore } from "../../../core/load";
import { withoutRefused } from "./refused-characters";

test.each([
  ["nickname", "Mi\u0000ng\u202e", "Ming"],
  ["nickname", "Wang\tMing", "Wang Ming"],
  ["nickname", "👩‍👩‍👧 ok", "👩‍👩‍👧 ok"],
  ["aboutMe", "first\nsecond\u0007", "first\nsecond"],
  ["name", "مريم", "مريم"],
] as const)("of %s only what the core refuses is taken out", async (name, text, left) => {
  expect(withoutRefused(await loadCore(), name, text)).toBe(left);
});
