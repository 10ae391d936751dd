import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render, screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { loadCore } from "#/core/load";
import { activate, loadNamespaces } from "#/i18n/load";
import { storeWith } from "#/profile-form/answers/form.testing";
import { FormProvider } from "#/profile-form/answers/form-context";
import { completeDraft, userId } from "#/profile-form/made-up.testing";
import { WorkEmailContext } from "#/profile-form/work-email/work-email-context";
import { type WorkEmailPorts, WorkEmailStore } from "#/profile-form/work-email/work-email-store";
import { CheckPage } from "./check-page";

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("register", "vocabulary");
});
beforeEach(() => localStorage.clear());

const ports: WorkEmailPorts = {
  sendCode: async () => undefined,
  confirm: async () => ({ employerId: "ibm", expiresAt: "2999-01-01T00:00:00Z" }),
};

async function open(verifiedEmployerId: string | null = null) {
  const workEmail = new WorkEmailStore(userId, ports, verifiedEmployerId);
  const draft = { ...completeDraft, verifyMethod: "WORK_EMAIL", employerId: "ibm" } as const;
  const store = await storeWith(await loadCore(), draft, 0);
  const show = () => {
    cleanup();
    render(
      <I18nProvider i18n={i18n}>
        <WorkEmailContext value={workEmail}>
          <FormProvider store={store}>
            <CheckPage onChange={() => undefined} />
          </FormProvider>
        </WorkEmailContext>
      </I18nProvider>,
    );
    return screen.getByText("Work email address").nextElementSibling?.textContent;
  };
  return { workEmail, show };
}

test("the confirmed mailbox is on the check page, shortened", async () => {
  const { workEmail, show } = await open();
  expect(show()).toBe("Not given");
  workEmail.setEmail("mei@ibm.com");
  await workEmail.sendCode("ibm");
  expect(show()).toBe("Not given");
  await workEmail.confirm("123456");
  expect(show()).toBe("m…@ibm.com");
});

test("a mailbox that the server confirmed earlier has no address on the check page", async () => {
  const { show } = await open("ibm");
  expect(show()).toBe("The address you confirmed earlier");
});

test("each answer on the check page says who sees it", async () => {
  const { show } = await open();
  show();
  const lineOf = (label: string) => screen.getByText(label).textContent;
  expect(lineOf("Nickname")).toBe("Nickname (Shown to others)");
  expect(lineOf("Full name")).toBe("Full name (Seen by reviewers only)");
  expect(lineOf("Yearly income")).toBe("Yearly income (Used for matching only)");
  expect(lineOf("Birthday")).toBe("Birthday (Shown only in part)");
});
