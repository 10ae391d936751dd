import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render, screen, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import type { ReviewStatus } from "#/core/core";
import { languages } from "#/i18n/languages";
import { activate, loadNamespaces } from "#/i18n/load";
import type { ReviewReason } from "#/i18n/reason-text";
import { StatusCard } from "./status-card";

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

describe.each(languages)("the review status in %s", (language) => {
  beforeAll(async () => {
    await activate(language);
    await loadNamespaces("profile", "register", "vocabulary");
  });

  it.each(statuses)("says the name of %s, its meaning and the next step", (status) => {
    const lines = show(status);
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).not.toMatch(/^$|profile\.status/);
  });

  it("says of a profile that was taken back that no reviewer asks for anything", () => {
    const asked = show("NEEDS_INFO");
    cleanup();
    render(
      <I18nProvider i18n={i18n}>
        <StatusCard status="NEEDS_INFO" reasons={[]} isTakenBack />
      </I18nProvider>,
    );
    const card = screen.getByRole("region");
    const lines = Array.from(card.querySelectorAll("h2, p"), (line) => line.textContent ?? "");
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).not.toMatch(/^$|profile\.status/);
      expect(asked).not.toContain(line);
    }
  });

  it("holds the control for the person's next step", () => {
    render(
      <I18nProvider i18n={i18n}>
        <StatusCard status="NEEDS_INFO" reasons={[]} action={<a href="/register">Answer</a>} />
      </I18nProvider>,
    );
    expect(within(screen.getByRole("region")).getByRole("link", { name: "Answer" })).toBeDefined();
  });

  it("names the field, the meaning of the code and the reviewer's note", () => {
    show("NEEDS_INFO", [{ path: "photoNameList[0]", code: "unclear", note: "too dark" }]);
    const line = screen.getByRole("listitem").textContent ?? "";
    expect(line).toContain(i18n._("vocabulary.reasonCode.unclear"));
    expect(line).toMatch(/too dark$/);
    expect(line).not.toMatch(/register\.|vocabulary\.|\{/);
  });

  it("shows the meaning of a code without a note", () => {
    show("NEEDS_INFO", [{ path: "aboutMe", code: "contact_details", note: "" }]);
    const line = screen.getByRole("listitem").textContent ?? "";
    expect(line).toContain(` – ${i18n._("vocabulary.reasonCode.contact_details")}`);
    expect(line).not.toContain("contact_details");
  });

  it("shows only the note of a code that it does not know", () => {
    show("NEEDS_INFO", [{ path: "aboutMe", code: "too_short", note: "More, please" }]);
    expect(screen.getByRole("listitem").textContent).toMatch(/^[^–]+ – More, please$/);
  });

  it("shows two reasons of one field", () => {
    const path = "photoNameList[0]";
    show("NEEDS_INFO", [
      { path, code: "unclear", note: "" },
      { path, code: "outdated", note: "" },
    ]);
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
  });
});
