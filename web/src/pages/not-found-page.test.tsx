import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { activate } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { logger } from "#/logger/logger";
import { NotFoundPage } from "./not-found-page";

const warn = vi.spyOn(logger, "warn").mockReturnValue();
const fatal = vi.spyOn(logger, "fatal").mockReturnValue();

beforeEach(async () => {
  vi.clearAllMocks();
  window.history.replaceState(null, "", "/old-link");
  await activate("en");
});

function open(isFatal = false) {
  render(
    <I18nProvider i18n={i18n}>
      <NotFoundPage isFatal={isFatal} />
    </I18nProvider>,
  );
}

it("shows the address and a link to the start page", () => {
  open();
  expect(screen.getByText(text("shell.notFoundPath", { path: "/old-link" }))).toBeDefined();
  expect(screen.getByRole("link", { name: text("shell.toStart") }).getAttribute("href")).toBe("/");
});

it("lets the person switch the language", async () => {
  open();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "繁體中文" })));
  await vi.waitFor(() => expect(document.documentElement.lang).toBe("zh-TW"), { timeout: 10_000 });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(text("shell.notFound"));
});

it("logs an unknown path as a warning, and refused parameters as fatal", () => {
  open();
  expect(warn).toHaveBeenCalledExactlyOnceWith("Page not found: /old-link");
  expect(fatal).not.toHaveBeenCalled();
  cleanup();
  open(true);
  expect(fatal).toHaveBeenCalledExactlyOnceWith("Page Not Found: /old-link");
});
