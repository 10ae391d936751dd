/** The form on a screen of its own, for the tests of its frame, its draft and its submit. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import type { Core, ProfileDraft } from "../../core/core";
import { loadCore } from "../../core/load";
import { activate, needAreas } from "../../i18n/load";
import type { PageId } from "./form/page-table";
import { storeWith, workingPorts } from "./form/testing";
import type { SubmitPorts } from "./outbox/submit";
import { type FormPlace, RegisterForm } from "./register-form";

export const onDone = vi.fn();
let core: Core;

/** English words, the real core and an empty device; to be called once in a file of tests. */
export function setForm(): void {
  beforeAll(async () => {
    core = await loadCore();
    await activate("en");
    await needAreas("register", "vocabulary", "errors");
  });
  beforeEach(() => localStorage.clear());
  afterEach(cleanup);
}

interface Options {
  page?: PageId;
  draft?: ProfileDraft;
  ports?: SubmitPorts;
  photos?: number;
}

/** The form in memory of an address, as the page keeps it. */
export async function openForm({ page = "you", draft = {}, ports, photos = 0 }: Options = {}) {
  onDone.mockClear();
  const store = await storeWith(core, draft, photos);
  function Host() {
    const [place, goTo] = useState<FormPlace>({ page, isChange: false });
    return (
      <RegisterForm
        store={store}
        place={place}
        goTo={goTo}
        onDone={onDone}
        ports={ports ?? workingPorts()}
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

export const summary = () => screen.findByRole("alert");

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
