import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Core } from "#/core/core";
import { fallbackCore } from "#/core/fallback-core";
import { loadCore } from "#/core/load";
import { text } from "#/i18n/use-text";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { heldBack } from "#/testing/held-back";
import { api } from "#/testing/mock/api";
import { setOnline } from "#/testing/online";
import { barHandlers, setMember, show } from "./member.testing";
import { PlaceInput } from "./place-input";

vi.mock(import("#/liff/liff"));

const effectiveAt = "2026-11-25T04:00:00Z";
const server = startFakeServer([
  ...barHandlers,
  api.put("/user-profile/place", ({ response }) => response(200).json({ effectiveAt })),
]);
setMember("settings", "register");

const getCurrentPosition = vi.fn<Geolocation["getCurrentPosition"]>();
let core: Core;
beforeEach(async () => {
  getCurrentPosition.mockReset();
  Object.defineProperty(navigator, "geolocation", {
    value: { getCurrentPosition },
    configurable: true,
  });
  core = await loadCore();
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "geolocation");
});

const exact = { latitude: 25.0339, longitude: 121.5645 };
const centre = { latitude: 25.025, longitude: 121.575 };
const find = (success: PositionCallback) => success({ coords: exact } as GeolocationPosition);

const open = () => show(<PlaceInput core={core} />);
const tapHere = () =>
  fireEvent.click(screen.getByRole("button", { name: "Use my current location" }));
const tapCity = () => fireEvent.click(screen.getByRole("button", { name: "Use my city instead" }));
const puts = () => server.requests.filter(({ method }) => method === "PUT");
const bodies = () => server.bodiesOf("PUT");

it("sends the centre of the cell, never the exact location, and says when it counts", async () => {
  getCurrentPosition.mockImplementationOnce(find);
  open();
  expect(screen.getByText(/never your exact location/)).toBeDefined();
  expect(screen.getByText(/up to three times within seven days/)).toBeDefined();
  tapHere();
  expect(await screen.findByText(/^Saved\. It counts from the next introductions/)).toBeDefined();
  expect(await bodies()).toEqual([centre]);
});

it("does not ask for the location before the member taps the button", () => {
  open();
  expect(getCurrentPosition).not.toHaveBeenCalled();
});

it("stores unsaved changes before the prompt for the location, which may close the page", () => {
  open();
  tapHere();
});

it("returns to the city without asking for the location", async () => {
  open();
  tapCity();
  expect(await screen.findByText(/^Saved/)).toBeDefined();
  expect(await bodies()).toEqual([{ latitude: null, longitude: null }]);
  expect(getCurrentPosition).not.toHaveBeenCalled();
});

it("sends once for two quick taps, and keeps the focus on the button", async () => {
  open();
  const city = screen.getByRole("button", { name: "Use my city instead" });
  city.focus();
  fireEvent.click(city);
  fireEvent.click(city);
  expect(document.activeElement).toBe(city);
  await screen.findByText(/^Saved/);
  expect(puts()).toHaveLength(1);
});

it("does not store a location that arrives after the member has left the page", async () => {
  let found: PositionCallback | undefined;
  getCurrentPosition.mockImplementationOnce((success) => {
    found = success;
  });
  open();
  tapHere();
  expect(screen.getByRole("button", { name: "Finding your location…" })).toBeDefined();
  cleanup();
  found?.({ coords: exact } as GeolocationPosition);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(puts()).toEqual([]);
});

it.each([
  [1, /^Your location wasn’t shared, so nothing has changed/],
  [2, /^Your phone couldn’t find your location, so nothing has changed/],
  [3, /^Finding your location took too long, so nothing has changed/],
])("says why the device gave no location (%d), and sends nothing", (code, sentence) => {
  getCurrentPosition.mockImplementationOnce((_, fail) =>
    fail?.({ code } as GeolocationPositionError),
  );
  open();
  tapHere();
  expect(screen.getByText(sentence)).toBeDefined();
  expect(screen.queryAllByRole("listitem")).toHaveLength(code === 1 ? 3 : 0);
  expect(puts()).toEqual([]);
});

it("says that the limit is reached and when it ends", async () => {
  const headers = { "Retry-After": String(3 * 24 * 3600) };
  server.use(api.put("/user-profile/place", refuse(429, "E005", { headers })));
  open();
  tapCity();
  expect(await screen.findByText(/^Your area has been changed three times/)).toBeDefined();
  expect(screen.getByText(/^You can change it again from \w+ \d+/)).toBeDefined();
});

it("says what failed, and that another try is not counted twice", async () => {
  server.use(api.put("/user-profile/place", breakConnection));
  open();
  tapCity();
  expect(await screen.findByText("We couldn’t reach the server.")).toBeDefined();
  expect(screen.getByText(/doesn’t count twice/)).toBeDefined();
});

it("tells of a failure although the member has left the page", async () => {
  const lost = heldBack();
  server.use(
    api.put("/user-profile/place", async () => {
      await lost.promise;
      return refuse(503, "E503")();
    }),
  );
  open();
  tapCity();
  cleanup();
  show(<p>Another page</p>);
  lost.resolve();
  expect(await screen.findByText(text("failure.E503"))).toBeDefined();
});

it("asks for no location and sends nothing while offline", async () => {
  setOnline(false);
  open();
  tapHere();
  expect(await screen.findByText("You’re offline, so this wasn’t sent.")).toBeDefined();
  tapCity();
  await waitFor(() => expect(screen.queryByText("Saving…")).toBeNull());
  expect(getCurrentPosition).not.toHaveBeenCalled();
  expect(puts()).toEqual([]);
});

it("asks for no location if core is missing, which rounds it to its cell", () => {
  core = fallbackCore(core);
  open();
  expect(screen.queryByRole("button", { name: "Use my current location" })).toBeNull();
  expect(screen.getByRole("button", { name: "Use my city instead" })).toBeDefined();
});
