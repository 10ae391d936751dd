import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { OverlayOutlet } from "#/overlays/overlay-outlet";
import { unmountAllOverlays } from "#/overlays/overlays";
import { logOut } from "#/session/session";
import { deleteRecords } from "#/storage/delete-records";
import { refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { addToast } from "#/toasts/toasts";
import { OwnData } from "./own-data";

const userId = "U00000000000000000000000000000001";

vi.mock(import("#/session/session"));
vi.mock(import("#/storage/delete-records"));
vi.mock(import("#/toasts/toasts"));
vi.mock(import("#/liff/liff"), () => ({
  getLiffUser: () => ({ userId, displayName: "Mei", statusMessage: undefined }),
}));
vi.mock(import("#/person/identify-member"), () => ({ asMember: (call) => call() }));

const server = startFakeServer([
  api.post("/user/logout-everywhere", ({ response }) => response(204).empty()),
]);

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("rights");
});

beforeEach(() => {
  vi.resetAllMocks();
  render(
    <I18nProvider i18n={i18n}>
      <OwnData />
      <OverlayOutlet />
    </I18nProvider>,
  );
});

afterEach(() => {
  cleanup();
  unmountAllOverlays();
});

const ask = () => fireEvent.click(screen.getByRole("button", { name: text("rights.logout") }));
const answer = async (id: string) =>
  fireEvent.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: text(id) }),
  );
const leave = async () => {
  ask();
  await answer("rights.logout");
};

it("ends this device's session after the server has ended all of them", async () => {
  await leave();
  await waitFor(() => expect(logOut).toHaveBeenCalledOnce());
  expect(server.paths()).toEqual(["POST /user/logout-everywhere"]);
  expect(deleteRecords).toHaveBeenCalledExactlyOnceWith(userId, "loggedOut");
  expect(addToast).toHaveBeenCalledWith(text("rights.logout.done"), { color: "green" });
});

it("asks before it ends anything", async () => {
  ask();
  await answer("ui.cancel");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.paths()).toEqual([]);
  expect(logOut).not.toHaveBeenCalled();
});

it("stays logged in and says so while the server is out of reach, and lets the person try again", async () => {
  server.use(api.post("/user/logout-everywhere", refuse(503, "E503"), { once: true }));
  await leave();
  expect(await screen.findByText(text("failure.E503"))).toBeDefined();
  expect(screen.getByText(text("rights.logout.failed"))).toBeDefined();
  expect(logOut).not.toHaveBeenCalled();
  await answer("rights.logout");
  await waitFor(() => expect(logOut).toHaveBeenCalledOnce());
});
