import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Core, Employer, ProfileDraft } from "#/core/core";
import { loadCore } from "#/core/load";
import { activate, loadNamespaces } from "#/i18n/load";
import { OverlayOutlet } from "#/overlays/overlay-outlet";
import { unmountAllOverlays } from "#/overlays/overlays";
import type { AnswersStore } from "#/profile-form/answers/answers-store";
import { storeWith } from "#/profile-form/answers/form.testing";
import { FormProvider } from "#/profile-form/answers/form-context";
import { findEmployers } from "./employer-dialog";
import { EmployerInput } from "./employer-input";

vi.mock(import("#/logos/preload"), () => ({ preloadLogos: async () => true }));

let core: Core;
let employers: readonly Employer[];
beforeAll(async () => {
  core = await loadCore();
  employers = core.employers();
  await activate("en");
  await loadNamespaces("register", "vocabulary", "errors");
});
beforeEach(() => window.localStorage.clear());
afterEach(() => {
  act(unmountAllOverlays);
  cleanup();
});

/** Renders the input within a form, as the page has it. */
async function open(draft: ProfileDraft, isRequired = false): Promise<AnswersStore> {
  const store = await storeWith(core, draft, 0);
  render(
    <I18nProvider i18n={i18n}>
      <FormProvider store={store}>
        <form>
          <EmployerInput isRequired={isRequired} />
        </form>
      </FormProvider>
      <OverlayOutlet />
    </I18nProvider>,
  );
  return store;
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });
const press = async (name: string | RegExp) => {
  await act(async () => fireEvent.click(button(name)));
};

const openList = async () => {
  await press(/^Employer/);
  await screen.findByRole("dialog");
};
const waitForNoDialog = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

const idsFor = (typed: string) => findEmployers(employers, typed).map(({ id }) => id);

describe("the search among the employers", () => {
  it("shows all of them without a search", () => {
    expect(idsFor("")).toHaveLength(31);
    expect(idsFor("  ")).toHaveLength(31);
  });

  it.each([
    ["GOOGLE", ["google"]],
    ["ｇｏｏｇｌｅ", ["google"]],
    ["Góogle", ["google"]],
    ["  dell   tech ", ["dell"]],
    ["lycorp.co.jp", ["line"]],
    ["line", ["line"]],
    ["fb.com", ["meta"]],
    ["amazon.co.jp", ["amazon"]],
  ])("finds %j", (typed, ids) => {
    expect(idsFor(typed)).toEqual(ids);
  });

  it.each([
    ["someone@tw.ibm.com", ["ibm"]],
    ["someone@ＩＢＭ．com", ["ibm"]],
    ["someone@goo", ["google"]],
  ])("finds by the address %j", (typed, ids) => {
    expect(idsFor(typed)).toEqual(ids);
  });

  it.each(["someone@evilgoogle.com", "someone@google.com.evil.io", "google com evil", "縁結び"])(
    "finds no employer for %j",
    (typed) => {
      expect(idsFor(typed)).toEqual([]);
    },
  );
});

describe("the dialog of employers", () => {
  it("lists the employers, and a tap answers", async () => {
    const store = await open({ verifyMethod: "LINK" });
    await openList();
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getAllByRole("radio")).toHaveLength(32);
    type(dialog.getByRole("searchbox"), "ＩＢＭ");
    expect(dialog.getByRole("status").textContent).toBe("1 employer");
    fireEvent.click(dialog.getByRole("radio", { name: /^IBM/ }), { detail: 1 });
    await waitForNoDialog();
    expect(store.getState().draft.employerId).toBe("ibm");
    expect(button(/^Employer.*IBM/)).toBeDefined();
  });

  it("moves through the list with the arrow keys, and the button answers", async () => {
    const store = await open({ verifyMethod: "LINK", employerId: "google" });
    await openList();
    const dialog = within(screen.getByRole("dialog"));
    fireEvent.click(dialog.getByRole("radio", { name: /^Apple/ }), { detail: 0 });
    expect(store.getState().draft.employerId).toBe("google");
    await press("Use this");
    expect(store.getState().draft.employerId).toBe("apple");
  });

  it("answers with the only employer found on Enter, and does not submit the form of the page", async () => {
    const store = await open({ verifyMethod: "LINK" });
    await openList();
    const box = screen.getByRole<HTMLInputElement>("searchbox");
    type(box, "someone@mail.tw.ibm.com");
    box.focus();
    await act(async () => box.form && fireEvent.submit(box.form));
    expect(box.form?.closest("[role=dialog], dialog")).not.toBeNull();
    expect(store.getState().draft.employerId).toBe("ibm");
  });

  it("has no button before there is a choice, nor for a choice that the search hides", async () => {
    const store = await open({});
    await openList();
    const use = () => screen.queryByRole("button", { name: "Use this" });
    expect(use()).toBeNull();
    fireEvent.click(screen.getByRole("radio", { name: /^Apple/ }), { detail: 0 });
    expect(use()).not.toBeNull();
    type(screen.getByRole("searchbox"), "ibm");
    expect(use()).toBeNull();
    expect(store.getState().draft.employerId).toBeUndefined();
  });

  it("scrolls to the earlier answer and marks it", async () => {
    const scrollIntoView = vi.spyOn(Element.prototype, "scrollIntoView");
    await open({ employerId: "sap" });
    await openList();
    const chosen = screen.getByRole("radio", { checked: true });
    expect(chosen).toHaveProperty("value", "sap");
    expect(scrollIntoView.mock.contexts).toEqual([chosen]);
    expect(chosen.closest("label")?.querySelector("svg")).not.toBeNull();
    scrollIntoView.mockRestore();
  });

  it("takes the work mailbox back if the employer is not in the list", async () => {
    const store = await open({ verifyMethod: "WORK_EMAIL", employerId: "ibm" }, true);
    await openList();
    await act(async () =>
      fireEvent.click(screen.getByRole("radio", { name: /^Not listed/ }), { detail: 1 }),
    );
    expect(store.getState().draft).toMatchObject({ employerId: "", verifyMethod: null });
  });

  it("keeps the answer if the person closes the list", async () => {
    const store = await open({ verifyMethod: "LINK", employerId: "google" });
    await openList();
    await press("Close");
    await waitForNoDialog();
    expect(store.getState().draft.employerId).toBe("google");
  });

  it("stores that the employer is not in the list", async () => {
    const store = await open({ verifyMethod: "DOCUMENT" });
    await openList();
    await act(async () =>
      fireEvent.click(screen.getByRole("radio", { name: /^Not listed/ }), { detail: 1 }),
    );
    expect(store.getState().draft.employerId).toBe("");
    expect(button(/^Employer.*Not listed/)).toBeDefined();
  });
});
