import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { loadCore } from "#/core/load";
import { activate, loadNamespaces } from "#/i18n/load";
import { storeWith } from "#/profile-form/answers/form.testing";
import { FormProvider } from "#/profile-form/answers/form-context";
import { setRegistration, setUnreachable } from "#/session/session";
import { setOnline } from "#/testing/online";
import { SavedIndicator } from "./saved-indicator";

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("register");
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  setRegistration("notRegistered");
});

async function show() {
  const store = await storeWith(await loadCore(), {}, 0);
  render(
    <I18nProvider i18n={i18n}>
      <FormProvider store={store}>
        <SavedIndicator />
      </FormProvider>
    </I18nProvider>,
  );
  return store;
}

test("says nothing about saving in an empty form", async () => {
  await show();
  expect(document.body.textContent).toBe("");
});

test("says the time of the last save", async () => {
  const store = await show();
  act(() => store.setField("nickname", "Ming"));
  expect(screen.getByText(/^Saved on this device at \d/)).toBeDefined();
});

test("says aloud that the device is offline and keeps the answers, until it is online", async () => {
  const store = await show();
  act(() => setOnline(false));
  expect(document.body.textContent).toBe("");
  act(() => store.setField("nickname", "Ming"));
  expect(screen.getByRole("status").textContent).toBe("Offline, saved on this device");
  // A screen reader would read the words again after each change.
  act(() => store.setField("nickname", "Mei"));
  expect(document.body.textContent).toBe("Offline, saved on this device");
  act(() => setOnline(true));
  expect(screen.getByRole("status").textContent).toBe("");
  expect(screen.getByText(/^Saved on this device at \d/)).toBeDefined();
});

test("leaves it to the app's banner to say that there is no connection", async () => {
  const store = await show();
  act(() => {
    store.setField("nickname", "Ming");
    setUnreachable("network");
  });
  act(() => setOnline(false));
  expect(document.body.textContent).toMatch(/^Saved on this device at \d/);
});

test("says what to do if the browser refuses to store the answers", async () => {
  const store = await show();
  vi.spyOn(store.repository, "saveForm").mockReturnValue(false);
  act(() => store.setField("nickname", "Ming"));
  expect(screen.getByRole("status").textContent).toContain("Your answers aren’t being saved");
  expect(screen.getByRole("status").textContent).toContain("Send the form before you close");
});

test("says what to do if the browser refuses to store the pictures only", async () => {
  const store = await show();
  vi.spyOn(store.files, "isDurable", "get").mockReturnValue(false);
  act(() => store.setField("nickname", "Ming"));
  expect(screen.getByRole("status").textContent).toContain("Your answers aren’t being saved");
});
