import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render, screen } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import { testConfig } from "#/lib/config.testing";
import { FactsScreen } from "./welcome-screens";

vi.mock(import("#/lib/config"), async (original) => ({
  ...(await original()),
  findConfig: vi.fn(() => null),
}));

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("register");
});

function show() {
  render(
    <I18nProvider i18n={i18n}>
      <FactsScreen onBegin={vi.fn()} />
    </I18nProvider>,
  );
}

test("a newcomer learns about the document with the birthday before the form, where the deployment asks for it", () => {
  show();
  expect(document.body.textContent).not.toContain(text("register.welcome.needed.age"));
  cleanup();
  vi.mocked(findConfig).mockReturnValue({ ...testConfig, ageProof: true });
  show();
  expect(document.body.textContent).toContain(text("register.welcome.needed.age"));
});

test("a newcomer reads how long it takes, what is needed, and what others see, before the questions", () => {
  show();
  expect(screen.getByText(text("register.welcome.intro"))).toBeDefined();
  const headings = screen.getAllByRole("heading", { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    text("register.welcome.needed.title"),
    text("register.welcome.seen.title"),
    text("register.welcome.kept.title"),
  ]);
});
