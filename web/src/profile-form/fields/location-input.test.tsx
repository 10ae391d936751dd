import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { fallbackCore } from "#/core/fallback-core";
import { loadCore } from "#/core/load";
import { activate, loadNamespaces } from "#/i18n/load";
import { storeWith } from "#/profile-form/answers/form.testing";
import { FormProvider } from "#/profile-form/answers/form-context";
import { type FormScope, wholeScope } from "#/profile-form/answers/page-table";
import { ToastArea } from "#/toasts/toast-area";
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

interface Options {
  hasCore?: boolean;
  hasGeolocation?: boolean;
  scope?: FormScope;
  city?: string;
}

async function openInput(options: Options = {}) {
  const { hasCore = true, hasGeolocation = true, scope, city } = options;
  getCurrentPosition.mockReset();
  const geolocation = hasGeolocation ? { geolocation: { getCurrentPosition } } : {};
  vi.stubGlobal("navigator", { onLine: true, ...geolocation });
  const core = await loadCore();
  const store = await storeWith(hasCore ? core : fallbackCore(core), city ? { city } : {}, 0);
  if (scope) Object.assign(store, { scope });
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
const choose = (value: string) =>
  fireEvent.change(screen.getByRole("combobox", { name: "City" }), { target: { value } });
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

describe("a profile that was taken back", () => {
  const scope = { ...wholeScope, isTakenBack: true };
  const hint = () => screen.queryByText(/^If you added a location before/);
  const listRemovals = () => screen.queryAllByText(/we’ll no longer keep a location/);
  const remove = () => fireEvent.click(screen.getByRole("button", { name: "Remove location" }));

  test("lets the person remove a place that the page cannot show, and undo that", async () => {
    const store = await openInput({ scope });
    expect(hint()).not.toBeNull();
    remove();
    expect(store.getState().draft).toMatchObject({ latitude: null, longitude: null });
    expect(hint()).toBeNull();
    // The line on the page stays, and the toast disappears after a moment.
    expect(listRemovals()).toHaveLength(2);
    expect(document.activeElement?.textContent).toBe("Use my current location");
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(store.getState().draft.latitude).toBeUndefined();
    expect(store.getState().draft.longitude).toBeUndefined();
    expect(hint()).not.toBeNull();
  });

  test("stops to offer the undo of a removal once the person has added a location", async () => {
    const store = await openInput({ scope });
    remove();
    const coords = { latitude: 25.0339, longitude: 121.5645 };
    getCurrentPosition.mockImplementationOnce((found) => found({ coords } as GeolocationPosition));
    ask();
    await waitFor(() => expect(listRemovals()).toHaveLength(0));
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
    expect(store.getState().draft).toMatchObject({ latitude: 25.025, longitude: 121.575 });
  });

  test("lets the person remove a place on a device that cannot find one", async () => {
    const store = await openInput({ scope, hasGeolocation: false, hasCore: false });
    remove();
    expect(store.getState().draft.latitude).toBeNull();
    expect(listRemovals()).toHaveLength(2);
    expect(document.activeElement?.textContent).toMatch(/^Approximate location/);
  });

  test("keeps the place while the person is being located, because the position would undo a removal", async () => {
    await openInput({ scope });
    ask();
    expect(screen.queryByRole("button", { name: "Remove location" })).toBeNull();
  });

  test("says that another city removes the place that the page cannot show", async () => {
    await openInput({ scope: { ...scope, storedCity: "TW-TPE" }, city: "TW-TPE" });
    // The toast of an earlier test disappears.
    await waitFor(() => expect(listRemovals()).toHaveLength(0));
    expect(hint()).not.toBeNull();
    choose("TW-KHH");
    expect(hint()).toBeNull();
    expect(listRemovals()).toHaveLength(1);
    choose("TW-TPE");
    expect(hint()).not.toBeNull();
  });

  test("has one button to remove a location that the person added", async () => {
    await openInput({ scope });
    const coords = { latitude: 25.0339, longitude: 121.5645 };
    getCurrentPosition.mockImplementationOnce((found) => found({ coords } as GeolocationPosition));
    ask();
    expect(screen.getAllByRole("button", { name: "Remove location" })).toHaveLength(1);
    expect(hint()).toBeNull();
  });
});

test("a new profile has no place on the server, so that nothing offers to remove it", async () => {
  await openInput();
  expect(screen.queryByRole("button", { name: "Remove location" })).toBeNull();
});
