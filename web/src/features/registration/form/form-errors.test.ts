import { expect, test } from "vitest";
import {
  errorsOfPayload,
  errorsOn,
  errorWithin,
  firstPageWithError,
  mergeErrors,
} from "./form-errors";

const at = (path: string) => ({ path, code: "required" as const, params: {} });

test("the server's photo index is led to the slot the photo stands in", () => {
  const draft = { photoNameList: [null, "a", null, "b"] };
  const payload = { photoNameList: ["a", "b"] };
  expect(errorsOfPayload([at("photoNameList[1]")], draft, payload)).toEqual([
    at("photoNameList[3]"),
  ]);
});

test("the server's condition index is led to the condition of the same type", () => {
  const draft = {
    valueItem: [
      { type: "AGE" as const, selected: false, from: 30 },
      { type: "HEIGHT" as const, from: 160, to: 170 },
    ],
  };
  const payload = { valueItem: [{ type: "HEIGHT", from: 160, to: 170 }] };
  expect(errorsOfPayload([at("valueItem[0].to")], draft, payload)).toEqual([at("valueItem[1].to")]);
});

test("an index the form does not know stays as the server said it", () => {
  expect(errorsOfPayload([at("photoNameList[9]")], {}, {})).toEqual([at("photoNameList[9]")]);
});

test("the first page with an error is the first in the order of the form", () => {
  expect(firstPageWithError([at("verifyMethod"), at("gender"), at("city")])).toBe("you");
  expect(firstPageWithError([])).toBeNull();
});

test("the errors of a page come in the order of its fields, and of one field as they were", () => {
  const errors = [at("hasChildren"), at("city"), at("nickname"), at("height")];
  expect(errorsOn("life", errors).map(({ path }) => path)).toEqual([
    "height",
    "city",
    "hasChildren",
  ]);
  const bounds = [at("valueItem[1].from"), at("valueItem[0].to"), at("matchGender")];
  expect(errorsOn("partner", bounds).map(({ path }) => path)).toEqual([
    "matchGender",
    "valueItem[1].from",
    "valueItem[0].to",
  ]);
});

test("a field finds errors below it but not those of a longer name", () => {
  const errors = [at("nameOfSomethingElse"), at("valueItem[0].to")];
  expect(errorWithin("name", errors)).toBeUndefined();
  expect(errorWithin("valueItem", errors)?.path).toBe("valueItem[0].to");
});

test("of two errors at one path the first list's is kept", () => {
  const first = [{ ...at("city"), code: "unknown_value" as const }];
  expect(mergeErrors(first, [at("city"), at("gender")])).toEqual([...first, at("gender")]);
});
