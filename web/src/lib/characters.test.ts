import { expect, it } from "vitest";
import { countCharacters, wholeCharacters } from "./characters";

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

it.each([
  ["小美\uD83E", "小美"],
  ["\uDD73小美", "小美"],
  ["小\uD83E美", "小美"],
  ["小美\uD83E\uDD73", "小美🥳"],
  ["", ""],
])("keeps the whole characters of %j", (typed, whole) =>
  expect(wholeCharacters(typed)).toBe(whole),
);
