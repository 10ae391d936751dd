import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { ReviewStatus } from "../../core/core";
import { languages } from "../../i18n/languages";
import { activate, needAreas } from "../../i18n/load";
import { type ReviewReason, StatusCard } from "./status-card";

vi.mock("../../icons/icon", () => ({ Icon: () => null }));

const statuses: ReviewStatus[] = [
  "PENDING",
  "IN_REVIEW",
  "APPROVED",
  "NEEDS_INFO",
  "REJECTED",
  "SUSPENDED",
];

function show(status: ReviewStatus, reasons: ReviewReason[] = []): string[] {
  render(
    <I18nProvider i18n={i18n}>
      <StatusCard status={status} reasons={reasons} />
    </I18nProvider>,
  );
  const card = screen.getByRole("region");
  return Array.from(card.querySelectorAll("h2, p"), (line) => line.textContent);
}

afterEach(cleanup);

describe.each(languages)("the review status in %s", (language) => {
  beforeAll(async () => {
    await activate(language);
    await needAreas("profile", "register");
  });

  it.each(statuses)("says what %s is, what it means and what comes next", (status) => {
    const lines = show(status);
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).not.toMatch(/^$|profile\.status/);
  });

  it("holds what the person can do about it", () => {
    render(
      <I18nProvider i18n={i18n}>
        <StatusCard status="NEEDS_INFO" reasons={[]} action={<a href="/register">Answer</a>} />
      </I18nProvider>,
    );
    expect(within(screen.getByRole("region")).getByRole("link", { name: "Answer" })).toBeDefined();
  });

  it("names the field and the note of what is asked for", () => {
    show("NEEDS_INFO", [{ path: "photoNameList[0]", code: "unclear", note: "too dark" }]);
    expect(screen.getByRole("listitem").textContent).toContain("too dark");
    expect(screen.getByRole("listitem").textContent).not.toContain("register.");
  });
});
