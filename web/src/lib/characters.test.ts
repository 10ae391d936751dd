import { expect, it } from "vitest";
import { countCharacters } from "./characters";

it.each([
  ["", 0],
  ["  \n ", 0],
  [" 小美 ", 2],
  ["a b", 3],
  // A face outside of the basic plane has two code units and is one character.
  ["😀", 1],
  // A flag consists of two characters, as in core.
  ["🇹🇼", 2],
])("counts %j as %i", (text, count) => expect(countCharacters(text)).toBe(count));
