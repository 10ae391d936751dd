import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { openPrivacyPolicy } from "#/features/policy/privacy-policy";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { isInLine, openExternally } from "#/liff/liff";
import { refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { setOnline } from "#/testing/online";
import { addToast } from "#/toasts/toasts";
import { OwnData } from "./own-data";

vi.mock(import("#/liff/liff"));
vi.mock(import("#/toasts/toasts"));
vi.mock(import("#/features/policy/privacy-policy"));
vi.mock(import("#/person/identify-member"), () => ({ asMember: (call) => call() }));

const path = "/api/user/export?session=a&exp=1&sig=b";

const server = startFakeServer([
  api.post("/user/export", ({ response }) =>
    response(200).json({ url: path, expiresAt: "2026-03-01T10:00:00Z" }),
  ),
]);

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("rights", "member");
});

beforeEach(() => {
  vi.resetAllMocks();
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show() {
  render(
    <I18nProvider i18n={i18n}>
      <OwnData />
    </I18nProvider>,
  );
}

const tapExport = () =>
  fireEvent.click(screen.getByRole("button", { name: text("rights.export") }));

it("opens the export in the phone's browser inside LINE, which cannot save files", async () => {
  vi.mocked(isInLine).mockReturnValue(true);
  show();
  tapExport();
  const address = new URL(path, window.location.href).href;
  await waitFor(() => expect(openExternally).toHaveBeenCalledExactlyOnceWith(address));
  expect(addToast).toHaveBeenCalledWith(text("rights.export.opened"), { color: "green" });
  // The page in the export is in the language of the app.
  expect(server.paths()).toEqual(["POST /user/export"]);
  expect(new URL(server.requests[0]?.url ?? "").search).toBe("?lang=en");
});

it("saves the export in every other browser", async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    if (this.hasAttribute("download")) saved.push(this.href);
  });
  show();
  tapExport();
  await waitFor(() => expect(saved).toEqual([new URL(path, window.location.href).href]));
  expect(openExternally).not.toHaveBeenCalled();
});

it("says why the export failed, and lets the person try again", async () => {
  server.use(api.post("/user/export", refuse(503, "E503"), { once: true }));
  vi.mocked(isInLine).mockReturnValue(true);
  show();
  tapExport();
  expect(await screen.findByText(text("failure.E503"))).toBeDefined();
  tapExport();
  await waitFor(() => expect(openExternally).toHaveBeenCalledOnce());
  expect(screen.queryByText(text("failure.E503"))).toBeNull();
});

it("says beside the button what a deletion does", () => {
  show();
  expect(screen.getByText(text("rights.delete.text"))).toBeDefined();
  expect(screen.getByRole("button", { name: text("rights.delete") })).toBeDefined();
});

it("says while offline that it needs a network", () => {
  setOnline(false);
  show();
  expect(screen.getByText(text("rights.offline"))).toBeDefined();
  expect(
    screen.getByRole<HTMLButtonElement>("button", { name: text("rights.export") }).disabled,
  ).toBe(true);
});

it("opens the privacy policy, which every member has agreed to", () => {
  show();
  fireEvent.click(screen.getByRole("button", { name: text("member.policy") }));
  expect(openPrivacyPolicy).toHaveBeenCalledOnce();
});
