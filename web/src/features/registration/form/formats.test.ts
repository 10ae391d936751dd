import { i18n } from "@lingui/core";
import { afterEach, expect, test } from "vitest";
import { formatDate, formatIncome, formatLength, numberOf } from "./formats";

afterEach(() => i18n.activate("en"));

test.each([
  ["en", "February 28, 1994", "165 cm", "50 km", "1.5M"],
  ["ja", "1994年2月28日", "165 cm", "50 km", "150万"],
  ["zh-TW", "1994年2月28日", "165 公分", "50 公里", "150萬"],
])("%s: a date, lengths and money have the form that people write", (language, ...texts) => {
  i18n.activate(language);
  const formatted = [
    formatDate("1994-02-28"),
    formatLength(165, "centimeter"),
    formatLength(50, "kilometer"),
    formatIncome(150),
  ];
  expect(formatted).toEqual(texts);
});

test.each(["", "1994-2", "1994-13-45", "1990-02-30", "soon"])(
  "%j is no date and stays unchanged",
  (text) => {
    expect(formatDate(text)).toBe(text);
  },
);

test.each([
  ["１６５", 165],
  [" 170 ", 170],
  [0, 0],
  ["", null],
  ["tall", null],
  ["1.5", null],
  [undefined, null],
])("reads %j as the number %j", (value, number) => {
  expect(numberOf(value)).toBe(number);
});
