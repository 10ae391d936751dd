import { i18n } from "@lingui/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Language } from "#/i18n/languages";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import * as config from "#/lib/config";
import { testConfig } from "#/lib/config.testing";
import {
  formatDate,
  formatIncome,
  formatIncomes,
  formatLength,
  formatTime,
  formatWord,
  numberOf,
} from "./formats";

const findConfig = vi.spyOn(config, "findConfig");
beforeEach(() => findConfig.mockReturnValue(null));
afterEach(() => i18n.activate("en"));

async function useLanguage(language: Language) {
  await activate(language);
  await loadNamespaces("register", "vocabulary");
}

test.each<[Language, ...string[]]>([
  ["en", "February 28, 1994", "165 cm", "50 km", "1.5M"],
  ["ja", "1994年2月28日", "165 cm", "50 km", "150万"],
  ["zh-TW", "1994年2月28日", "165 公分", "50 公里", "150 萬元"],
])("%s: a date, lengths and money have the form that people write", async (language, ...texts) => {
  await useLanguage(language);
  const formatted = [
    formatDate("1994-02-28"),
    formatLength(165, "centimeter"),
    formatLength(50, "kilometer"),
    formatIncome(text, 150),
  ];
  expect(formatted).toEqual(texts);
});

test.each<[Language, RegExp]>([
  ["en", /^2:05\sPM$/],
  ["ja", /^14:05$/],
  ["zh-TW", /^下午2:05$/],
])("%s: a time of day has no zero before its hour", async (language, time) => {
  await useLanguage(language);
  expect(formatTime(new Date(2026, 0, 31, 14, 5).getTime())).toMatch(time);
});

test.each<[Language, string, ...string[]]>([
  ["en", "TWD", "Under NT$500k", "NT$1.5M–2M", "NT$5M and over", "NT$1.5M", "NT$500K – 1.5M"],
  ["en", "JPY", "Under ¥500k", "¥1.5M–2M", "¥5M and over", "¥1.5M", "¥500K – 1.5M"],
  [
    "zh-TW",
    "TWD",
    "未滿新台幣 50 萬元",
    "新台幣 150–200 萬元",
    "新台幣 500 萬元以上",
    "新台幣 150 萬元",
    "新台幣 50 萬到 150 萬元",
  ],
  [
    "zh-TW",
    "JPY",
    "未滿日圓 50 萬元",
    "日圓 150–200 萬元",
    "日圓 500 萬元以上",
    "日圓 150 萬元",
    "日圓 50 萬到 150 萬元",
  ],
  ["ja", "JPY", "50万円未満", "150〜200万円", "500万円以上", "150万円", "50万〜150万円"],
  [
    "ja",
    "TWD",
    "50万新台湾ドル未満",
    "150〜200万新台湾ドル",
    "500万新台湾ドル以上",
    "150万新台湾ドル",
    "50万〜150万新台湾ドル",
  ],
])("%s: incomes in %s name their currency", async (language, incomeCurrency, ...texts) => {
  findConfig.mockReturnValue({ ...testConfig, incomeCurrency });
  await useLanguage(language);
  const brackets = ["UNDER_50", "FROM_150_TO_200", "OVER_500"];
  const formatted = [
    ...brackets.map((bracket) => formatWord(text, "incomeRange", bracket)),
    formatIncome(text, 150),
    formatIncomes(text, 50, 150),
  ];
  expect(formatted).toEqual(texts);
});

test("a bracket has no currency if an older server names none", async () => {
  await useLanguage("zh-TW");
  expect(formatWord(text, "incomeRange", "FROM_50_TO_100")).toBe("50–100 萬元");
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
