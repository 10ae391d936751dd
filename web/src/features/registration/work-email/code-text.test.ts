import { expect, it } from "vitest";
import { digitsOf } from "./code-text";

it.each([
  ["123456", "123456"],
  ["123 456", "123456"],
  ["１２３４５６", "123456"],
  [" 123-456\n", "123456"],
  ["Your code: 123456.", "123456"],
  ["1234567", "123456"],
  ["12a", "12"],
  ["", ""],
])("reads %j as the code %j", (typed, digits) => {
  expect(digitsOf(typed)).toBe(digits);
});
