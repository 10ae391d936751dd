import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "#/api/error";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { getAccessToken } from "#/liff/leaving";
import { setOnline } from "#/testing/online";
import { deleteAccount, sayFarewell } from "./delete-account";
import { DeleteDialog } from "./delete-dialog";

vi.mock(import("./delete-account"));
vi.mock(import("#/liff/leaving"));

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("rights");
});

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(getAccessToken).mockReturnValue("line-token");
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open() {
  const close = vi.fn();
  const { unmount } = render(
    <I18nProvider i18n={i18n}>
      <DeleteDialog isOpen close={close} />
    </I18nProvider>,
  );
  return { close, unmount };
}

const button = (id: string) => screen.getByRole<HTMLButtonElement>("button", { name: text(id) });
const understand = () =>
  fireEvent.click(screen.getByRole("checkbox", { name: text("rights.delete.understood") }));

it("deletes nothing before the person has said that they understand", async () => {
  const { close } = open();
  expect(button("rights.delete.confirm").disabled).toBe(true);
  fireEvent.click(button("ui.cancel"));
  expect(close).toHaveBeenCalledOnce();
  expect(deleteAccount).not.toHaveBeenCalled();
});

it("says beforehand what is deleted, what happens in LINE, and what stays for how long", () => {
  open();
  for (const part of ["gone", "line", "stays"]) {
    expect(screen.getByText(text(`rights.delete.${part}.text`))).toBeDefined();
  }
});

it("deletes once, and then shows the farewell", async () => {
  vi.mocked(deleteAccount).mockResolvedValue(true);
  const { close } = open();
  understand();
  fireEvent.click(button("rights.delete.confirm"));
  expect(button("rights.delete.confirm").getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(button("rights.delete.confirm"));
  await waitFor(() => expect(sayFarewell).toHaveBeenCalledExactlyOnceWith(true));
  expect(deleteAccount).toHaveBeenCalledExactlyOnceWith("line-token");
  expect(close).toHaveBeenCalledOnce();
});

it.each([
  ["failure.network", new NetworkError("no answer")],
  ["failure.E503", new ApiError(503, "E503", "", [])],
])("stays open after a failure (%s), says what to do, and tries again", async (id, failure) => {
  vi.mocked(deleteAccount).mockRejectedValueOnce(failure).mockResolvedValue(false);
  const { close } = open();
  understand();
  fireEvent.click(button("rights.delete.confirm"));
  expect(await screen.findByText(text(id))).toBeDefined();
  expect(screen.getByText(text("rights.delete.failed"))).toBeDefined();
  expect(close).not.toHaveBeenCalled();
  fireEvent.click(button("rights.delete.again"));
  await waitFor(() => expect(sayFarewell).toHaveBeenCalledExactlyOnceWith(false));
});

it("cannot be closed while the account is being deleted", () => {
  vi.mocked(deleteAccount).mockReturnValue(new Promise(() => undefined));
  const { close } = open();
  understand();
  fireEvent.click(button("rights.delete.confirm"));
  fireEvent.click(button("ui.close"));
  expect(button("ui.cancel").disabled).toBe(true);
  expect(close).not.toHaveBeenCalled();
  expect(screen.getByText(text("rights.delete.working"))).toBeDefined();
});

it("shows the farewell also if the dialog was unmounted meanwhile", async () => {
  let finish: (isLineTold: boolean) => void = () => undefined;
  vi.mocked(deleteAccount).mockReturnValue(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  const { unmount } = open();
  understand();
  fireEvent.click(button("rights.delete.confirm"));
  unmount();
  await act(async () => finish(true));
  expect(sayFarewell).toHaveBeenCalledExactlyOnceWith(true);
});

it("says while offline that it needs a network, before the person tries", () => {
  setOnline(false);
  open();
  understand();
  expect(screen.getByText(text("rights.offline"))).toBeDefined();
  expect(button("rights.delete.confirm").disabled).toBe(true);
});
