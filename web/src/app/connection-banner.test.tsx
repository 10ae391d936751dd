import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, render, screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { activate } from "#/i18n/load";
import { setRegistration, setUnreachable } from "#/session/session";
import { ConnectionBanner } from "./connection-banner";

beforeAll(() => activate("en"));

it("blames the connection only if no answer came, and is gone when the server answers", () => {
  render(
    <I18nProvider i18n={i18n}>
      <ConnectionBanner />
    </I18nProvider>,
  );
  const shown = () => screen.getByRole("status").textContent;
  act(() => setUnreachable("network"));
  expect(shown()).toMatch(/^You’re offline/);
  for (const source of ["gateway", "server"] as const) {
    act(() => setUnreachable(source));
    expect(shown()).toMatch(/^Our server has a problem/);
  }
  act(() => setRegistration("registered"));
  expect(shown()).toBe("");
});
