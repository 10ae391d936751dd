import { expect, test } from "vitest";
import { isComposed } from "./input-method";

test.each([
  ["of a word in the making", { isComposing: true, inputType: "insertCompositionText" }, true],
  ["that ends a word", { isComposing: false, inputType: "insertCompositionText" }, false],
  ["of a word in the making, before Safari 16.4", { inputType: "insertCompositionText" }, true],
  ["that ends a word, before Safari 16.4", { inputType: "insertFromComposition" }, false],
  ["of a key, before Safari 16.4", { inputType: "insertText" }, false],
  ["without a kind", {}, false],
])("an input %s", (_, input, expected) => {
  expect(isComposed(input as InputEvent)).toBe(expected);
});
