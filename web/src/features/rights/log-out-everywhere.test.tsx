import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { logoutEverywhere } from "../../api/account";
import { ApiError } from "../../api/error";
import { activate, loadNamespaces } from "../../i18n/load";
import { text } from "../../i18n/use-text";
import { askToConfirm } from "../../overlays/open-dialog";
import { logOut } from "../../session/session";
import { deleteRecords } from "../../storage/delete-records";
import { addToast } from "../../toasts/toasts";
import { OwnData } from "./own-data";

const userId = "U00000000000000000000000000000001";

vi.mock(import("../../api/account"));
vi.mock(import("../../overlays/open-dialog"));
vi.mock(import("../../session/session"));
vi.mock(import("../../storage/delete-records"));
vi.mock(import("../../toasts/toasts"));
vi.mock(import("../../liff/liff"), () => ({
  getLiffUser: () => ({ userId, displayName: "Mei", statusMessage: undefined }),
}));
vi.mock(import("../../person/identify-member"), () => ({ asMember: (call) => call() }));

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("rights");
});

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(askToConfirm).mockResolvedValue(true);
  vi.mocked(logoutEverywhere).mockResolvedValue(undefined);
  render(
    <I18nProvider i18n={i18n}>
      <OwnData />
    </I18nProvider>,
  );
});

afterEach(cleanup);

const leave = () => fireEvent.click(screen.getByRole("button", { name: text("rights.logout") }));

it("ends this device's session after the server has ended all of them", async () => {
  leave();
  await waitFor(() => expect(logOut).toHaveBeenCalledOnce());
  expect(logoutEverywhere).toHaveBeenCalledOnce();
  expect(deleteRecords).toHaveBeenCalledExactlyOnceWith(userId, "loggedOut");
  expect(addToast).toHaveBeenCalledWith(text("rights.logout.done"), { color: "green" });
});

it("asks before it ends anything", async () => {
  vi.mocked(askToConfirm).mockResolvedValue(false);
  leave();
  await waitFor(() => expect(askToConfirm).toHaveBeenCalledOnce());
  expect(logoutEverywhere).not.toHaveBeenCalled();
  expect(logOut).not.toHaveBeenCalled();
});

it("stays logged in and says so while the server is out of reach, and lets the person try again", async () => {
  vi.mocked(logoutEverywhere).mockRejectedValueOnce(new ApiError(503, "E503", "", []));
  leave();
  expect(await screen.findByText(text("failure.E503"))).toBeDefined();
  expect(screen.getByText(text("rights.logout.failed"))).toBeDefined();
  expect(logOut).not.toHaveBeenCalled();
  leave();
  await waitFor(() => expect(logOut).toHaveBeenCalledOnce());
});
