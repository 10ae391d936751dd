import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Preferences } from "#/api/preferences";
import { barHandlers, setMember, show } from "#/features/settings/member.testing";
import { readUnsaved, writeUnsaved } from "#/features/settings/preferences-draft";
import { text } from "#/i18n/use-text";
import { sleep } from "#/lib/sleep";
import { userId } from "#/profile-form/made-up.testing";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { heldBack } from "#/testing/held-back";
import { api } from "#/testing/mock/api";
import { setOnline } from "#/testing/online";
import { PreferencesPage } from "./preferences-page";

vi.mock(import("#/liff/liff"));

const stored: Preferences = {
  matchGender: "FEMALE",
  recommendDistanceKm: 0,
  valueItem: [
    { type: "AGE", from: 28, to: 40 },
    { type: "SMOKE", value: false },
  ],
  effectiveAt: "2026-11-25T04:00:00Z",
};
let known = stored;

const server = startFakeServer([
  ...barHandlers,
  api.get("/preferences", ({ response }) => response(200).json(known)),
  api.put("/preferences", async ({ request, response }) => {
    known = { ...known, ...((await request.json()) as Partial<Preferences>) };
    return response(200).json(known);
  }),
]);
setMember("settings", "register", "errors");
beforeEach(() => {
  known = stored;
});

const open = async () => {
  show(<PreferencesPage />);
  await screen.findByLabelText(/^Maximum distance/, { selector: "input[type=text]" });
};
const distance = () =>
  screen.getByLabelText<HTMLInputElement>(/^Maximum distance/, { selector: "input[type=text]" });
const type = (value: string) => fireEvent.change(distance(), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));
const puts = () => server.requests.filter(({ method }) => method === "PUT");
const bodies = () => server.bodiesOf("PUT");
const notSaved = () => screen.queryByText("Not saved yet");
/** The form stores a change in IndexedDB. */
const untilStored = (check: () => Promise<void>) => waitFor(check);

it("shows the server's values, and says before any change how often they can be changed", async () => {
  await open();
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Women" }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>("switch", { name: "Age" }).checked).toBe(true);
  expect(distance().value).toBe("");
  expect(screen.getByText(/three times in seven days/)).toBeDefined();
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
});

it("sends only what has changed, and says when it counts", async () => {
  await open();
  type("50");
  fireEvent.click(screen.getByRole("radio", { name: "Anyone" }));
  expect(notSaved()).not.toBeNull();
  save();
  expect(await screen.findByText(/^Saved\. It counts from the next introductions/)).toBeDefined();
  expect(await bodies()).toEqual([{ matchGender: "ANY", recommendDistanceKm: 50 }]);
  expect(notSaved()).toBeNull();
  await untilStored(async () => expect(await readUnsaved(userId)).toEqual({}));
});

it("sends 0 for an empty distance: the server would keep its value for an empty one", async () => {
  known = { ...stored, recommendDistanceKm: 50 };
  await open();
  type("");
  save();
  await screen.findByText(/^Saved/);
  expect(await bodies()).toEqual([{ recommendDistanceKm: 0 }]);
});

it("changes the place beside the distance at once, and leaves the unsaved changes alone", async () => {
  const { effectiveAt } = stored;
  server.use(api.put("/user-profile/place", ({ response }) => response(200).json({ effectiveAt })));
  await open();
  type("50");
  fireEvent.click(screen.getByRole("button", { name: "Use my city instead" }));
  expect(await screen.findByText(/^Saved\. It counts from the next introductions/)).toBeDefined();
  expect(puts().map(({ url }) => new URL(url).pathname)).toEqual(["/api/user-profile/place"]);
  expect(distance().value).toBe("50");
  expect(notSaved()).not.toBeNull();
});

it("says that nothing has changed, and sends nothing", async () => {
  await open();
  type("50");
  type("");
  save();
  expect(await screen.findByText(/^Nothing has changed/)).toBeDefined();
  expect(puts()).toEqual([]);
});

it("shows what core refuses beside the field, and sends nothing", async () => {
  await open();
  type("5");
  save();
  await waitFor(() => expect(distance().getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getAllByText("Enter a distance from 10 to 500 km, or 0 for no limit")).toHaveLength(
    2,
  );
  await waitFor(() => expect(document.activeElement?.getAttribute("role")).toBe("group"));
  expect(puts()).toEqual([]);
});

it("shows what the server refuses beside the field", async () => {
  const fields = [{ path: "valueItem[0].to", code: "range_reversed", params: {} }] as never;
  server.use(api.put("/preferences", refuse(422, "E002", { fields })));
  await open();
  type("50");
  save();
  const words = await screen.findAllByText("Age: the maximum can’t be below the minimum");
  expect(words).toHaveLength(2);
  // The fields show their errors a moment before the page ends the attempt and shows its mark again.
  await waitFor(() => expect(notSaved()).not.toBeNull());
});

it("says which limit is reached and when it ends, and keeps the change", async () => {
  const headers = { "Retry-After": String(3 * 24 * 3600) };
  server.use(api.put("/preferences", refuse(429, "E005", { headers })));
  await open();
  type("50");
  save();
  expect(await screen.findByText(/^“Maximum distance” has been changed three times/)).toBeDefined();
  expect(screen.getByText(/^You can save this from \w+ \d+/)).toBeDefined();
  expect(distance().value).toBe("50");
  await untilStored(async () =>
    expect(await readUnsaved(userId)).toEqual({ recommendDistanceKm: 50 }),
  );
});

it("names all changes if one of them is at its limit, and nothing of a limit of calls", async () => {
  server.use(
    api.put("/preferences", refuse(429, "E005", { headers: { "Retry-After": "2" } }), {
      once: true,
    }),
  );
  await open();
  type("50");
  fireEvent.click(screen.getByRole("radio", { name: "Men" }));
  save();
  expect(await screen.findByText(/^That was too many tries/)).toBeDefined();
  server.use(api.put("/preferences", refuse(429, "E005", { headers: { "Retry-After": "9000" } })));
  save();
  expect(
    await screen.findByText(/^One of these has been changed.*: Looking for, Maximum distance\.$/),
  ).toBeDefined();
});

it.each([
  [["recommendDistanceKm"], /^“Maximum distance” has been changed three times/],
  [
    ["matchGender", "recommendDistanceKm"],
    /^These have been changed.*: Looking for, Maximum distance\.$/,
  ],
])("names only the changes that are at their limit: %j", async (paths, words) => {
  const fields = paths.map((path) => ({ path, code: "too_many" as const, params: { max: 3 } }));
  const headers = { "Retry-After": "9000" };
  server.use(api.put("/preferences", refuse(429, "E005", { fields, headers })));
  await open();
  type("50");
  fireEvent.click(screen.getByRole("radio", { name: "Men" }));
  save();
  expect(await screen.findByText(words)).toBeDefined();
  expect(distance().getAttribute("aria-invalid")).not.toBe("true");
});

it("sends once for two quick taps", async () => {
  await open();
  type("50");
  const button = screen.getByRole("button", { name: "Save" });
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText(/^Saved/);
  expect(puts()).toHaveLength(1);
});

it("keeps an unsaved change when the page is left, marks it, and discards it on demand", async () => {
  await open();
  type("50");
  cleanup();
  await untilStored(async () =>
    expect(await readUnsaved(userId)).toEqual({ recommendDistanceKm: 50 }),
  );
  // Another device has changed another field meanwhile.
  known = { ...stored, matchGender: "ANY" };
  await open();
  expect(distance().value).toBe("50");
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Anyone" }).checked).toBe(true),
  );
  expect(notSaved()).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(distance().value).toBe("");
  expect(notSaved()).toBeNull();
  await untilStored(async () => expect(await readUnsaved(userId)).toEqual({}));
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(distance().value).toBe("50");
});

it("tells of a failure although the page was left", async () => {
  const lost = heldBack();
  server.use(
    api.put("/preferences", async () => {
      await lost.promise;
      return refuse(503, "E503")();
    }),
  );
  await open();
  type("50");
  save();
  cleanup();
  show(<p>Another page</p>);
  lost.resolve();
  expect(await screen.findByText(text("failure.E503"))).toBeDefined();
});

it("leaves the unsaved changes of another window", async () => {
  await open();
  const changes = { recommendDistanceKm: 50 };
  await writeUnsaved(userId, changes);
  known = { ...stored, matchGender: "MALE" };
  window.dispatchEvent(new Event("online"));
  await screen.findByRole("radio", { name: "Men", checked: true });
  await sleep(50);
  expect(await readUnsaved(userId)).toEqual(changes);
});

it("ignores a record that it cannot read", async () => {
  await writeUnsaved(userId, { valueItem: "nonsense" as never });
  await open();
  expect(notSaved()).toBeNull();
});

it("shows the last known values while offline, and says that it sends nothing", async () => {
  await open();
  cleanup();
  setOnline(false);
  server.use(api.get("/preferences", breakConnection));
  await open();
  expect(await screen.findByText(/^Last updated/)).toBeDefined();
  type("50");
  save();
  expect(await screen.findByText("You’re offline, so this wasn’t sent.")).toBeDefined();
  expect(puts()).toEqual([]);
  await untilStored(async () =>
    expect(await readUnsaved(userId)).toEqual({ recommendDistanceKm: 50 }),
  );
});

it.each([
  ["network", breakConnection, /Save again later\.$/],
  ["E503", refuse(503, "E503"), /Save again later\.$/],
  ["E002", refuse(422, "E002"), /Change something, then save again\.$/],
  ["E009", refuse(400, "E009"), /Change something, then save again\.$/],
] as const)("says what failed (%s), and keeps the change", async (code, answer, advice) => {
  server.use(api.put("/preferences", answer));
  await open();
  type("50");
  save();
  expect(await screen.findByText(text(`failure.${code}`))).toBeDefined();
  expect(screen.getByText(/^Your changes are still here/).textContent).toMatch(advice);
});

it.each([
  ["HEIGHT", "switch", "Height"],
  ["SMOKE", "radio", "No"],
  ["TATTOO", "radio", "Doesn’t matter"],
])("moves the focus to the condition %s of the address", async (condition, role, name) => {
  window.history.replaceState(null, "", `/preferences?condition=${condition}`);
  await open();
  await waitFor(() => expect(document.activeElement?.tagName).toBe("INPUT"));
  const focused = document.activeElement;
  expect(focused?.getAttribute("role") ?? focused?.getAttribute("type")).toBe(role);
  expect(screen.getAllByRole(role, { name })).toContain(focused);
});

it("offers another attempt if the values did not load", async () => {
  server.use(api.get("/preferences", refuse(500, "E500")));
  show(<PreferencesPage />);
  expect(await screen.findByText("Our server has a problem")).toBeDefined();
  await sleep(10);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});
