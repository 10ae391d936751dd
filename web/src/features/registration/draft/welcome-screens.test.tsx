import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render, screen } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import { testConfig } from "#/lib/config.testing";
import { WelcomeScreen } from "./welcome-screens";

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
      <WelcomeScreen isDraftLost={false} onAgree={vi.fn()} />
    </I18nProvider>,
  );
}

test("a newcomer reads the name, the promise and its three points before the questions", () => {
  show();
  expect(screen.getByText("Enmusubi")).toBeDefined();
  const heading = screen.getByRole("heading", { level: 1 });
  expect(heading.textContent).toBe(text("shell.index.title"));
  expect(document.activeElement).toBe(heading);
  const points = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(points).toEqual([
    text("shell.index.proof"),
    text("shell.index.review"),
    text("shell.index.place"),
  ]);
  expect(screen.getByText(text("shell.index.adults"))).toBeDefined();
});

test("a newcomer learns about the document with the birthday before the form, where the deployment asks for it", () => {
  show();
  expect(document.body.textContent).not.toContain(text("register.welcome.needed.age"));
  cleanup();
  vi.mocked(findConfig).mockReturnValue({ ...testConfig, ageProof: true });
  show();
  expect(document.body.textContent).toContain(text("register.welcome.needed.age"));
});

test("the facts about the form are one line each until the newcomer opens them", () => {
  show();
  const facts = [...document.querySelectorAll("details")];
  expect(facts.map(({ open }) => open)).toEqual([false, false, false]);
  expect(facts.map((fact) => fact.querySelector("summary")?.textContent)).toEqual([
    text("register.welcome.needed.title"),
    text("register.welcome.seen.title"),
    text("register.welcome.kept.title"),
  ]);
});
