import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Core } from "#/core/core";
import { loadCore } from "#/core/load";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import sentences from "../../../../tests/vectors/sentences.json";
import { storeWith } from "./form.testing";
import {
  errorsOfPayload,
  errorsOn,
  errorText,
  errorWithin,
  firstPageWithError,
  generalText,
  inFormOrder,
  mergeErrors,
} from "./form-errors";

const at = (path: string) => ({ path, code: "required" as const, params: {} });

test("the server's index of a photo becomes the index of its slot", () => {
  const draft = { photoNameList: [null, "a", null, "b"] };
  const payload = { photoNameList: ["a", "b"] };
  expect(errorsOfPayload([at("photoNameList[1]")], draft, payload)).toEqual([
    at("photoNameList[3]"),
  ]);
});

test("the server's index of a condition becomes the index of the condition of the same type", () => {
  const draft = {
    valueItem: [
      { type: "AGE" as const, selected: false, from: 30 },
      { type: "HEIGHT" as const, from: 160, to: 170 },
    ],
  };
  const payload = { valueItem: [{ type: "HEIGHT", from: 160, to: 170 }] };
  expect(errorsOfPayload([at("valueItem[0].to")], draft, payload)).toEqual([at("valueItem[1].to")]);
});

test("an index that the form does not know stays the same", () => {
  expect(errorsOfPayload([at("photoNameList[9]")], {}, {})).toEqual([at("photoNameList[9]")]);
});

test("the first page with an error is the first in the order of the form", () => {
  expect(firstPageWithError([at("verifyMethod"), at("gender"), at("city")])).toBe("you");
  expect(firstPageWithError([])).toBeNull();
});

test("errors are in the order of the form, and those of one field keep their order", () => {
  const paths = (...found: string[]) => inFormOrder(found.map(at)).map(({ path }) => path);
  expect(paths("hasChildren", "city", "photoNameList", "nickname", "height", "unknown")).toEqual([
    "nickname",
    "height",
    "city",
    "hasChildren",
    "photoNameList",
    "unknown",
  ]);
  expect(paths("valueItem[1].from", "valueItem[0].to", "matchGender")).toEqual([
    "matchGender",
    "valueItem[1].from",
    "valueItem[0].to",
  ]);
});

test("a page has the errors of its fields only", () => {
  const errors = [at("nickname"), at("height"), at("city")];
  expect(errorsOn("life", errors).map(({ path }) => path)).toEqual(["height", "city"]);
});

test("a field finds errors below it but not those of a longer name", () => {
  const errors = [at("nameOfSomethingElse"), at("valueItem[0].to")];
  expect(errorWithin("name", errors)).toBeUndefined();
  expect(errorWithin("valueItem", errors)?.path).toBe("valueItem[0].to");
});

test("of two errors at one path, the first list's stays", () => {
  const first = [{ ...at("city"), code: "unknown_value" as const }];
  expect(mergeErrors(first, [at("city"), at("gender")])).toEqual([...first, at("gender")]);
});

test.each([
  ["1994-02-", "Enter the day too"],
  ["1994--28", "Enter the month too"],
  ["-02-28", "Enter the year too"],
  ["94-02-28", "Enter the year with four digits, like 1994"],
  ["83年-02-28", "Enter the year with four digits, like 1994"],
  ["1994-13-28", "Enter the month as a number from 1 to 12"],
  ["1994-02-30", "This month doesn’t have that many days"],
])("the error of the date %j names its wrong part", async (birthday, sentence) => {
  await activate("en");
  await loadNamespaces("register", "vocabulary", "errors");
  const rejection = (await loadCore()).checkProfile({ birthday }, "2026-01-01");
  const error = rejection?.fields.find(({ path }) => path === "birthday");
  expect(error?.code).toBe("date");
  expect(error && errorText(text, error, { birthday })).toBe(sentence);
});

test.each(["en", "ja", "zh-TW"] as const)(
  "a broken rule has the sentence of the vectors in %s",
  async (language) => {
    await activate(language);
    await loadNamespaces("errors");
    const cases = sentences.filter((it) => it.language === language);
    expect(cases.length).toBeGreaterThan(4);
    for (const { name, code, params = {}, label, sentence } of cases) {
      expect.soft(generalText(text, { code, params }, label), name).toBe(sentence);
    }
  },
);

describe("shown errors", () => {
  let core: Core;
  beforeAll(async () => {
    core = await loadCore();
  });
  beforeEach(() => localStorage.clear());

  async function submitted(draft: Parameters<typeof storeWith>[1]) {
    const store = await storeWith(core, draft, 0);
    store.submitPage("you");
    const list = () => store.shownErrors().map(({ path, code }) => `${path} ${code}`);
    // The screen reads the list after each change.
    list();
    return { store, list };
  }

  const you = { nickname: "Ming", name: "Wang", gender: "MALE", birthday: "1990-01-31" } as const;

  test("Continue shows every error of its page", async () => {
    const { list } = await submitted({ ...you, nickname: "", birthday: "1990-02-30" });
    expect(list()).toEqual(["nickname required", "birthday date"]);
  });

  test("an error that the person corrected and made again waits until they leave the field", async () => {
    const { store, list } = await submitted({ ...you, nickname: "" });
    store.setField("nickname", "M");
    expect(list()).toEqual([]);
    store.setField("nickname", "");
    expect(list()).toEqual([]);
    store.showErrorsAt("nickname");
    expect(list()).toEqual(["nickname required"]);
  });

  test("an error in place of another one waits too", async () => {
    const { store, list } = await submitted({ ...you, nickname: "" });
    store.setField("nickname", "x".repeat(30));
    expect(list()).toEqual([]);
    store.showErrorsAt("nickname");
    expect(list()).toEqual(["nickname length"]);
  });

  test("leaving a field shows no error of another field", async () => {
    const { store, list } = await submitted({ ...you, gender: null });
    store.setField("nickname", "");
    store.setField("name", "");
    store.showErrorsAt("name");
    expect(list()).toEqual(["name required", "gender required"]);
  });

  test("an error of the server appears at once", async () => {
    const { store, list } = await submitted(you);
    store.setServerErrors([{ path: "nickname", code: "length", params: { min: 1, max: 20 } }]);
    expect(list()).toEqual(["nickname length"]);
  });

  test("the list stays identical while its errors are the same", async () => {
    const { store } = await submitted({ ...you, nickname: "" });
    const before = store.shownErrors();
    store.setField("name", "Wang M");
    expect(store.shownErrors()).toBe(before);
  });

  test("listeners learn that an error is shown", async () => {
    const { store } = await submitted({ ...you, nickname: "" });
    store.setField("nickname", "x".repeat(30));
    let calls = 0;
    const stop = store.subscribe(() => {
      calls += 1;
    });
    store.showErrorsAt("nickname");
    expect(calls).toBe(1);
    stop();
    store.setField("nickname", "ok");
    expect(calls).toBe(1);
  });
});
