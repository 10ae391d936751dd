import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ProfileDraft } from "../../../core/core";
import { loadCore } from "../../../core/load";
import { activate, loadNamespaces } from "../../../i18n/load";
import { lineDisplayName } from "../../../liff/liff";
import { FormProvider } from "../form/form-context";
import { storeWith } from "../form/testing";
import { PageBody } from "./pages";

vi.mock(import("../../../liff/liff"));

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("register", "vocabulary");
});
beforeEach(() => localStorage.clear());
afterEach(cleanup);

async function open(name: string | null, draft: ProfileDraft = {}) {
  vi.mocked(lineDisplayName).mockReturnValue(name);
  const store = await storeWith(await loadCore(), draft, 0);
  render(
    <I18nProvider i18n={i18n}>
      <FormProvider store={store}>
        <PageBody page="you" onChange={() => undefined} />
      </FormProvider>
    </I18nProvider>,
  );
  return store;
}

const offer = () => screen.queryByRole("button", { name: /from LINE$/ });

test("a tap takes the name from LINE as the nickname, and the focus goes to the box", async () => {
  const store = await open(" Mei ");
  fireEvent.click(screen.getByRole("button", { name: "Use “Mei” from LINE" }));
  expect(store.getState().draft.nickname).toBe("Mei");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /^Nickname/ }));
  expect(offer()).toBeNull();
});

test.each<[string, string | null, ProfileDraft]>([
  ["there is a nickname already", "Mei", { nickname: "小美" }],
  ["LINE has no name", null, {}],
  ["the name in LINE is too long for a nickname", "x".repeat(21), {}],
])("no name is offered if %s", async (_, name, draft) => {
  await open(name, draft);
  expect(offer()).toBeNull();
});
