import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ProfileDraft } from "#/core/core";
import { loadCore } from "#/core/load";
import { activate, loadNamespaces } from "#/i18n/load";
import { lineDisplayName } from "#/liff/liff";
import { storeWith } from "#/profile-form/answers/form.testing";
import { FormProvider } from "#/profile-form/answers/form-context";
import type { PageId } from "#/profile-form/answers/page-table";
import { PageBody } from "./pages";

vi.mock(import("#/liff/liff"));

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("register", "vocabulary");
});
beforeEach(() => localStorage.clear());

async function open(name: string | null, draft: ProfileDraft = {}, page: PageId = "you") {
  vi.mocked(lineDisplayName).mockReturnValue(name);
  const store = await storeWith(await loadCore(), draft, 0);
  render(
    <I18nProvider i18n={i18n}>
      <FormProvider store={store}>
        <PageBody page={page} onChange={() => undefined} />
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

test.each<[PageId, string, string]>([
  ["you", "Nickname", "Shown to others"],
  ["you", "Full name", "Seen by reviewers only"],
  ["life", "Height", "Used for matching only"],
  ["work", "Yearly income", "Used for matching only"],
  ["about", "About me", "Shown to others"],
])("on the page %s, the description of %s says: %s", async (page, label, mark) => {
  await open(null, {}, page);
  const box = screen.getByLabelText(new RegExp(`^${label}`), {
    selector: "input, select, textarea",
  });
  const ids = box.getAttribute("aria-describedby")?.split(" ") ?? [];
  const texts = ids.map((id) => document.getElementById(id)?.textContent);
  expect(texts).toContain(mark);
});

test("a question with several choices says once who sees its answer", async () => {
  await open(null);
  const group = screen.getByRole("radiogroup", { name: "Gender" });
  expect(document.getElementById(group.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Used for matching only",
  );
  const [choice] = screen.getAllByRole("radio");
  expect(choice?.getAttribute("aria-describedby")).toBeNull();
});

test("the first page alone explains the marks", async () => {
  const legend = () => screen.queryByRole("region", { name: "Who sees your answers" });
  await open(null);
  expect(legend()?.textContent).toContain("Seen by reviewers only");
  cleanup();
  await open(null, {}, "life");
  expect(legend()).toBeNull();
});

test("a tap on an opening begins the text, a second one goes on in a new line, and the focus goes to the box", async () => {
  const store = await open(null, {}, "about");
  const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "About me" });
  expect(box.parentElement?.textContent).toContain("0 of at least 10 characters");
  const opening = (name: RegExp) => screen.queryByRole("button", { name });
  fireEvent.click(screen.getByRole("button", { name: /^I’m happiest when/ }));
  expect(store.getState().draft.aboutMe).toBe("I’m happiest when ");
  expect(document.activeElement).toBe(box);
  expect(box.selectionStart).toBe(box.value.length);
  expect(opening(/^I’m happiest when/)).toBeNull();
  fireEvent.change(box, { target: { value: "I’m happiest when it rains." } });
  fireEvent.click(screen.getByRole("button", { name: /^Friends describe me/ }));
  expect(store.getState().draft.aboutMe).toBe(
    "I’m happiest when it rains.\nFriends describe me as ",
  );
  expect(opening(/^I’d like to meet/)).not.toBeNull();
});
