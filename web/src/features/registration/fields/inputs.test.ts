import { expect, test } from "vitest";
import { loadCore } from "../../../core/load";
import { withoutRefusedCharacters } from "./inputs";

test.each([
  ["nickname", "Mi\u0000ng\u202e", "Ming"],
  ["nickname", "Wang\tMing", "Wang Ming"],
  ["nickname", "👩‍👩‍👧 ok", "👩‍👩‍👧 ok"],
  ["aboutMe", "first\nsecond\u0007", "first\nsecond"],
  ["name", "مريم", "مريم"],
] as const)(
  "%s: removes from %j only the characters that core refuses",
  async (name, text, left) => {
    expect(withoutRefusedCharacters(await loadCore(), name, text)).toBe(left);
  },
);
