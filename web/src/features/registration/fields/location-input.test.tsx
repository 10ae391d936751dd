import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fallbackCore } from "../../../core/fallback-core";
import { loadCore } from "../../../core/load";
import { activate, loadNamespaces } from "../../../i18n/load";
import { ToastArea } from "../../../toasts/toast-area";
import { FormProvider } from "../form/form-context";
import { storeWith } from "../form/testing";
import { CityInput, LocationInput } from "./location-input";

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("register", "vocabulary", "errors");
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
        <CityInput />
        <LocationInput />
        <ToastArea />
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
  [1, /^Your location wasn’t shared/],
  [2, /^Your phone couldn’t find your location/],
  [3, /^Finding your location took too long/],
])(
  "failure %d shows a sentence of its own, and the person can try again",
  async (code, sentence) => {
    await openInput();
    failWith(code);
    ask();
    expect(screen.getByText(sentence)).toBeDefined();
    expect(screen.queryAllByRole("listitem")).toHaveLength(code === 1 ? 3 : 0);
    ask();
    expect(getCurrentPosition).toHaveBeenCalledTimes(2);
    expect(screen.queryByText(sentence)).toBeNull();
  },
);

test("asks for a precise location of the last 30 seconds, and waits 27 seconds at most", async () => {
  await openInput();
  ask();
  const [, , options] = getCurrentPosition.mock.calls[0] ?? [];
  expect(options).toEqual({ maximumAge: 30_000, timeout: 27_000, enableHighAccuracy: true });
});

test("a second tap while the device looks for the location does nothing, and the button keeps the focus", async () => {
  await openInput();
  ask();
  const button = screen.getByRole("button", { name: "Finding your location…" });
  fireEvent.click(button);
  expect(getCurrentPosition).toHaveBeenCalledTimes(1);
  expect(button).toHaveProperty("disabled", false);
});

test("the draft keeps the centre of the cell, and the person can remove it", async () => {
  const store = await openInput();
  const coords = { latitude: 25.0339, longitude: 121.5645 };
  getCurrentPosition.mockImplementationOnce((found) => found({ coords } as GeolocationPosition));
  ask();
  expect(store.getState().draft).toMatchObject({ latitude: 25.025, longitude: 121.575 });
  fireEvent.click(screen.getByRole("button", { name: "Remove location" }));
  expect(store.getState().draft.latitude).toBeNull();
});

test.each([
  ["a device has no geolocation", { hasGeolocation: false }],
  ["core is missing, which rounds a location to its cell", { hasCore: false }],
])("the button is absent if %s", async (_, options) => {
  await openInput(options);
  expect(screen.queryByRole("button")).toBeNull();
});

test("a change of the city removes the location and shows a toast, whose Undo restores it", async () => {
  const store = await openInput();
  const cell = { latitude: 25.025, longitude: 121.575 };
  const draft = () => store.getState().draft;
  const choose = (value: string) =>
    fireEvent.change(screen.getByRole("combobox", { name: "City" }), { target: { value } });
  act(() => {
    store.setField("latitude", cell.latitude);
    store.setField("longitude", cell.longitude);
  });
  // The first choice of a city is no change of it.
  choose("TW-TPE");
  expect(draft()).toMatchObject({ city: "TW-TPE", ...cell });
  choose("TW-KHH");
  expect(draft()).toMatchObject({ city: "TW-KHH", latitude: null, longitude: null });
  expect(screen.getByText("The location was removed, because you changed the city.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Use my current location" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(draft()).toMatchObject({ city: "TW-KHH", ...cell });
});
