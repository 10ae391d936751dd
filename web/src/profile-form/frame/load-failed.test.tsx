import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { LoadFailed } from "./load-failed";

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("register");
});

it("alerts the person, and tries again at a tap", () => {
  const onRetry = vi.fn();
  render(
    <I18nProvider i18n={i18n}>
      <LoadFailed onRetry={onRetry} />
    </I18nProvider>,
  );
  expect(screen.getByRole("alert").textContent).toContain(text("register.loadFailed"));
  fireEvent.click(screen.getByRole("button", { name: text("register.retry") }));
  expect(onRetry).toHaveBeenCalledOnce();
});
