import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import type { ReviewStatus } from "#/core/core";
import { activate, loadNamespaces } from "#/i18n/load";
import { NextSteps } from "./next-steps";

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("profile");
});

/** Returns the text of the current step. */
function showCurrent(status: ReviewStatus): string | null | undefined {
  render(
    <I18nProvider i18n={i18n}>
      <NextSteps status={status} />
    </I18nProvider>,
  );
  return screen.queryAllByRole("listitem", { current: "step" })[0]?.textContent;
}

it.each(["PENDING", "IN_REVIEW"] as const)(
  "says to a member who is %s how long the review takes and where its result appears",
  (status) => {
    expect(showCurrent(status)).toMatch(/^Review.*Usually within 24 hours\. We’ll show the result/);
  },
);

it.each(["NEEDS_INFO", "APPROVED", "REJECTED", "SUSPENDED"] as const)(
  "promises no time to a member who is %s",
  (status) => {
    showCurrent(status);
    expect(document.body.textContent).not.toContain("24");
  },
);

it("leaves the time out if the page shows the measured one", () => {
  render(
    <I18nProvider i18n={i18n}>
      <NextSteps status="PENDING" isTimeKnown />
    </I18nProvider>,
  );
  expect(document.body.textContent).not.toContain("24");
  expect(document.body.textContent).toContain("We’ll show the result here.");
});
