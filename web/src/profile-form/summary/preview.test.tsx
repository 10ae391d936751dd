import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Core, ProfileDraft } from "#/core/core";
import { loadCore } from "#/core/load";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { OverlayOutlet } from "#/overlays/overlay-outlet";
import { unmountAllOverlays } from "#/overlays/overlays";
import { storeWith } from "#/profile-form/answers/form.testing";
import { FormProvider } from "#/profile-form/answers/form-context";
import { ageOn } from "#/profile-form/answers/formats";
import type { FieldName } from "#/profile-form/answers/page-table";
import { completeDraft } from "#/profile-form/made-up.testing";
import { CheckPage } from "./check-page";
import { previewOf } from "./preview";

let core: Core;
beforeAll(async () => {
  core = await loadCore();
  await activate("en");
  await loadNamespaces("register", "vocabulary");
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  act(unmountAllOverlays);
  cleanup();
  vi.useRealTimers();
});

const draft: ProfileDraft = {
  ...completeDraft,
  address: "Daan District",
  achievement: "Three patents",
  school: "NTU",
  personalityTagIds: [101],
  datingQuestion: "Sea or mountains?",
  dailyLife: "Early to bed",
  surprisePoint: "I bake",
  mbti: "INFJ",
};

function preview(of: ProfileDraft) {
  const rules = new Map(core.fieldRules().map((rule) => [rule.field as FieldName, rule]));
  const ruleOf = (field: FieldName) => rules.get(field);
  const files = { nPhotos: 0, documentLabel: "" };
  return previewOf({ t: text, core, draft: of, files, ruleOf, photos: [] });
}

test("the card has the answers that others see, and the age instead of the birthday", () => {
  vi.useFakeTimers({ now: new Date("2026-04-05T12:00:00") });
  expect(preview(draft)).toEqual({
    title: "小明, 34",
    photos: [],
    facts: [
      { icon: "map-pin", text: "Taipei City" },
      { icon: "briefcase", text: "Software and systems engineering" },
      { icon: "graduation-cap", text: "Master’s degree" },
      { icon: "shield-check", text: "Employer verified" },
    ],
    texts: [
      { label: "Achievement", text: "Three patents" },
      { label: "About me", text: "I like long walks and short meetings." },
      { label: "A question for a first date", text: "Sea or mountains?" },
      { label: "My daily life", text: "Early to bed" },
      { label: "Something surprising about me", text: "I bake" },
      { label: "MBTI", text: "INFJ" },
    ],
    tags: [
      { label: "Personality", names: [expect.any(String)] },
      { label: "Plans for children", names: [expect.any(String)] },
    ],
  });
});

test("the card never has the name, the birthday, the address, the income or what only matches", () => {
  const card = JSON.stringify(preview(draft));
  for (const hidden of ["王小明", "1992", "Daan", "1M", "175", "NTU", 'Engineer"', "example.com"]) {
    expect(card).not.toContain(hidden);
  }
});

test.each([
  ["1992-04-05", "2026-04-05", 34],
  ["1992-04-05", "2026-04-04", 33],
  ["2000-02-29", "2026-02-28", 25],
  ["2000-02-29", "2026-03-01", 26],
  ["1992-4", "2026-04-05", null],
])("a person born on %s has on %s the age %s", (birthday, day, age) => {
  expect(ageOn(birthday, day)).toBe(age);
});

test("a button on the check page opens the card, and Done closes it", async () => {
  const store = await storeWith(core, draft, 0);
  render(
    <I18nProvider i18n={i18n}>
      <FormProvider store={store}>
        <CheckPage onChange={() => undefined} />
      </FormProvider>
      <OverlayOutlet />
    </I18nProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "How others see you" }));
  const dialog = await screen.findByRole("dialog", { name: "How others see you" });
  expect(within(dialog).getByRole("article", { name: /^小明, \d+$/ })).toBeDefined();
  fireEvent.click(within(dialog).getByRole("button", { name: "Done" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
