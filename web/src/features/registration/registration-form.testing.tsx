/** Renders the form alone, for the tests of its frame, its draft and its submit. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeAll, beforeEach, vi } from "vitest";
import type { Core, ProfileDraft } from "#/core/core";
import { loadCore } from "#/core/load";
import { activate, loadNamespaces } from "#/i18n/load";
import { storeWith, workingPorts } from "#/profile-form/answers/form.testing";
import type { FormScope, PageId } from "#/profile-form/answers/page-table";
import { userId } from "#/profile-form/made-up.testing";
import { preloadVerificationPage } from "#/profile-form/pages/pages";
import { emptyStorage } from "#/storage/storage.testing";
import { consentNow, DraftRepository, loadForm } from "./draft/draft-repository";
import { makeOutbox, type RegistrationPorts } from "./registration";
import type { FormPlace } from "./registration-form";
import { OpenRegistration } from "./registration-screen";

export const onDone = vi.fn();
const onArrived = async () => {
  onDone();
  return true;
};
const ignore = () => undefined;

/** Callbacks of the page around the form. */
export const surroundings = {
  onLogin: ignore,
  onArrived,
  onForgotten: ignore,
  onConsent: ignore,
  onReady: ignore,
};
let core: Core;

/** Sets up English messages, the real core and empty storage. A test file calls it once. */
export function setForm(): void {
  beforeAll(async () => {
    core = await loadCore();
    await activate("en");
    await loadNamespaces("register", "vocabulary", "errors");
    await preloadVerificationPage();
  });
  beforeEach(emptyStorage);
}

interface Options {
  page?: PageId;
  draft?: ProfileDraft;
  ports?: RegistrationPorts;
  photos?: number;
  scope?: FormScope;
}

/** Renders the form, with its place in memory instead of the address. */
export async function openForm(options: Options = {}) {
  const { page = "you", draft = {}, ports, photos = 0, scope } = options;
  onDone.mockClear();
  const loaded = loadForm(core, userId);
  const repository = new DraftRepository(userId, loaded);
  repository.consent = consentNow();
  const store = await storeWith(core, draft, photos, repository, scope, loaded);
  const outbox = makeOutbox(store, repository, ports ?? workingPorts());
  const registration = { store, repository, outbox, found: "loaded" } as const;
  function Host() {
    const [place, goTo] = useState<FormPlace>({ page, isChange: false });
    return (
      <OpenRegistration
        registration={registration}
        reopen={ignore}
        place={place}
        goTo={goTo}
        {...surroundings}
      />
    );
  }
  render(
    <I18nProvider i18n={i18n}>
      <Host />
    </I18nProvider>,
  );
  return store;
}

export const heading = () => screen.getByRole("heading", { level: 1 }).textContent;

export const press = (name: string | RegExp) =>
  fireEvent.click(screen.getByRole("button", { name }));

export const box = (name: string | RegExp) => screen.getByRole("textbox", { name });

export const type = (name: string | RegExp, value: string) =>
  fireEvent.change(box(name), { target: { value } });

const summaryName = /^There (is a|are \d+) problem|questions? left to answer$/;

export const summary = () => screen.findByRole("group", { name: summaryName });

export const querySummary = () => screen.queryByRole("group", { name: summaryName });

/** `YYYY-MM-DD` into the three boxes. */
export function typeBirthday(date: string): void {
  const [year = "", month = "", day = ""] = date.split("-");
  type("Year", year);
  type("Month", month);
  type("Day", day);
}

export function fillFirstPage(): void {
  type(/^Nickname/, "Ming");
  type(/^Full name/, "Wang Ming");
  fireEvent.click(screen.getByLabelText("Man"));
  typeBirthday("1990-01-31");
}
