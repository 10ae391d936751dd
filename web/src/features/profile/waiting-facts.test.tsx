import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import type { ReviewStatus } from "#/core/core";
import { languages } from "#/i18n/languages";
import { activate, loadNamespaces } from "#/i18n/load";
import { sayDuration } from "./durations";
import { appealTexts, type Waiting, WaitingFacts } from "./waiting-facts";

const waiting: Waiting = {
  submittedAt: "2026-03-01T10:00:00.000Z",
  isAppeal: false,
  place: { number: 12, isLater: false },
  usual: { halfWithinMinutes: 170, mostWithinMinutes: 1200 },
};

function show(changed: Partial<Waiting> = {}, status: ReviewStatus = "PENDING"): string[] {
  render(
    <I18nProvider i18n={i18n}>
      <WaitingFacts waiting={{ ...waiting, ...changed }} status={status} />
    </I18nProvider>,
  );
  return screen.getAllByRole("definition").map((fact) => fact.textContent ?? "");
}

describe("in English", () => {
  beforeAll(async () => {
    await activate("en");
    await loadNamespaces("profile");
  });

  it("says since when the profile waits, its place and the usual time", () => {
    const [since, place, usual] = show();
    expect(since).toContain("Mar 1");
    expect(place).toBe("Number 12");
    expect(usual).toBe("Half within 3 hours, most within 20 hours");
  });

  it.each([
    [{ number: 1, isLater: false }, "You’re next"],
    [{ number: 1000, isLater: true }, "After number 1,000"],
  ])("says the place %j as %s", (place, said) => {
    expect(show({ place })[1]).toBe(said);
  });

  it("says no place while a reviewer has the profile, also if the place is older than the status", () => {
    expect(show({ place: null }, "IN_REVIEW")).toHaveLength(2);
    cleanup();
    expect(show({}, "IN_REVIEW")).toHaveLength(2);
  });

  it("says no usual time if the server does not know it", () => {
    expect(show({ usual: null })).toHaveLength(2);
  });

  it("says one time if half and most of the members wait as long", () => {
    const usual = { halfWithinMinutes: 61, mostWithinMinutes: 119 };
    expect(show({ usual })[2]).toBe("Most within 2 hours");
  });

  it.each([
    [1, "5 minutes"],
    [55, "55 minutes"],
    [56, "1 hour"],
    [60, "1 hour"],
    [61, "2 hours"],
    [48 * 60, "48 hours"],
    [48 * 60 + 1, "3 days"],
  ])("says %i minutes as %s", (minutes, said) => {
    expect(sayDuration(minutes)).toBe(said);
  });
});

describe.each(languages)("in %s", (language) => {
  beforeAll(async () => {
    await activate(language);
    await loadNamespaces("profile");
  });

  it("has words for every fact", () => {
    for (const fact of show()) expect(fact).not.toMatch(/^$|profile\.|[{}#]/);
  });
});

it.each([
  [true, "PENDING", "APPEALED"],
  [true, "IN_REVIEW", "APPEAL_IN_REVIEW"],
  [false, "PENDING", undefined],
] as const)("has texts of its own for an appeal (%s) that is %s", (isAppeal, status, texts) => {
  expect(appealTexts({ ...waiting, isAppeal }, status)).toBe(texts);
  expect(appealTexts(null, status)).toBeUndefined();
});
