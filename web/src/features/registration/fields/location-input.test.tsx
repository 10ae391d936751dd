import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fallbackCore } from "../../../core/fallback-core";
import { loadCore } from "../../../core/load";
import { activate, needAreas } from "../../../i18n/load";
import { FormProvider } from "../form/form-context";
import { storeWith } from "../form/testing";
import { LocationInput } from "./location-input";

beforeAll(async () => {
  await activate("en");
  await needAreas("register", "vocabulary", "errors");
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const getCurrentPosition = vi.fn<Geolocation["getCurrentPosition"]>();

async function openInput({ hasCore = true, hasGeolocation = true } = {}) {
  getCurrentPosition.mockReset();
  const geolocation = hasGeolocation ? { geolocation: { getCurrentPosition } } : {};
  vi.stubGlobal("navigator", { onLine: true, ...geolocation });
  const core = await loadCore();
  const store = await storeWith(hasCore ? core : fallbackCore(core), {}, 0);
  render(
    <I18nProvider i18n={i18n}>
      <FormProvider store={store}>
        <LocationInput />
      </FormProvider>
    </I18nProvider>,
  );
  return store;
}

const ask = () => fireEvent.click(screen.getByRole("button", { name: "Use my current location" }));
const failWith = (code: number) =>
  getCurrentPosition.mockImplementationOnce((_, fail) =>
    fail?.({ code } as GeolocationPositionError),
  );

test.each([
  [1, /^Your location was not shared/],
  [2, /^Your phone could not tell where it is/],
  [3, /^Finding your location took too long/],
])("failure %d says its own sentence and can be tried again", async (code, sentence) => {
  await openInput();
  failWith(code);
  ask();
  expect(screen.getByText(sentence)).toBeDefined();
  expect(screen.queryAllByRole("listitem")).toHaveLength(code === 1 ? 3 : 0);
  ask();
  expect(getCurrentPosition).toHaveBeenCalledTimes(2);
  expect(screen.queryByText(sentence)).toBeNull();
});

test("while it asks it asks once, and the button keeps the focus", async () => {
  await openInput();
  ask();
  const button = screen.getByRole("button", { name: "Finding your location…" });
  fireEvent.click(button);
  expect(getCurrentPosition).toHaveBeenCalledTimes(1);
  expect(button).toHaveProperty("disabled", false);
});

test("what is found is kept as the middle of its cell, and can be taken back", async () => {
  const store = await openInput();
  const coords = { latitude: 25.0339, longitude: 121.5645 };
  getCurrentPosition.mockImplementationOnce((found) => found({ coords } as GeolocationPosition));
  ask();
  expect(store.getState().draft).toMatchObject({ latitude: 25.025, longitude: 121.575 });
  fireEvent.click(screen.getByRole("button", { name: "Remove location" }));
  expect(store.getState().draft.latitude).toBeUndefined();
});

test.each([
  ["a device without geolocation", { hasGeolocation: false }],
  ["a form without the core, which makes a place coarse", { hasCore: false }],
])("%s is not offered it", async (_, options) => {
  await openInput(options);
  expect(screen.queryByRole("button")).toBeNull();
});
