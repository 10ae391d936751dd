import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { activate } from "#/i18n/load";
import { StartFailed } from "./start-failed";

const wrapper = ({ children }: { children: ReactNode }) => (
  <I18nProvider i18n={i18n}>{children}</I18nProvider>
);
const failure = { step: "config", error: new Error("down") } as const;

beforeEach(() => activate("en"));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("says why the start failed, and offers to try again", () => {
  render(<StartFailed {...failure} />, { wrapper });
  expect(screen.getByRole("heading", { level: 1 })).toBeDefined();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});

it("shows crawlers and link previews no error page", () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("facebookexternalhit/1.1;line-poker/1.0");
  const { container } = render(<StartFailed {...failure} />, { wrapper });
  expect(container.innerHTML).toBe("");
});
