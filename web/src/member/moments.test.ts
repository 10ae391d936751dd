import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activate, loadNamespaces } from "#/i18n/load";
import { formatBriefly, formatDay, formatMoment, formatNext, isSameDay } from "./moments";

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("member");
});
afterAll(() => activate("en"));

/** A Tuesday. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);
const now = at(24, 22).getTime();
/** Some versions of the browsers put a narrow space before "PM". */
const plain = (text: string) => text.replaceAll("\u202f", " ");

describe("formatMoment", () => {
  it("says the hour of today, and the date of another day", () => {
    expect(plain(formatMoment(at(24, 9, 5).getTime(), now))).toBe("9:05 AM");
    expect(plain(formatMoment(at(23, 9, 5).getTime(), now))).toBe("Nov 23, 9:05 AM");
  });
});

describe("formatBriefly", () => {
  it.each([
    [at(24, 9, 5), "9:05 AM"],
    [at(23, 9, 5), "Nov 23"],
    [new Date(2025, 11, 31), "12/31/25"],
  ])("says %s in few letters", (moment, words) => {
    expect(plain(formatBriefly(moment.getTime(), now))).toBe(words);
  });
});

describe("formatNext", () => {
  it.each([
    [at(24, 23), "today at 11:00 PM"],
    [at(25, 12), "tomorrow at 12:00 PM"],
    [at(26, 12), "on Thursday at 12:00 PM"],
    [new Date(2026, 11, 1, 12), "on Tuesday, December 1 at 12:00 PM"],
  ])("says %s as a person does", (next, words) => {
    expect(plain(formatNext(next.getTime(), now))).toBe(words);
  });

  it("speaks the language of the page", async () => {
    await activate("ja");
    expect(formatNext(at(25, 12).getTime(), now)).toContain("12:00");
    expect(formatNext(at(25, 12).getTime(), now)).not.toContain("tomorrow");
    await activate("en");
  });
});

describe("formatDay", () => {
  it("has the year only of another year", () => {
    expect(formatDay(at(1, 0), at(24, 22))).toBe("Sun, Nov 1");
    expect(formatDay(new Date(2025, 11, 31), at(24, 22))).toBe("Wed, Dec 31, 2025");
  });
});

describe("isSameDay", () => {
  it("ends a day at the midnight of the device", () => {
    expect(isSameDay(at(24, 0), at(24, 23, 59))).toBe(true);
    expect(isSameDay(at(24, 23, 59), at(25, 0))).toBe(false);
  });
});
