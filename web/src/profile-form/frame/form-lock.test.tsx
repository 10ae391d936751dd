import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { TabLock } from "#/lib/tab-lock";
import { stubLocks } from "#/lib/tab-lock.testing";
import { askToConfirm } from "#/overlays/open-dialog";
import { openOverlay, overlayState } from "#/overlays/overlays";
import { readText, writeText } from "#/storage/local";
import { mayWrite, recordKey } from "#/storage/records";
import { OneWindow } from "./form-lock";

vi.mock(import("#/overlays/open-dialog"));

const account = `U${"1".repeat(32)}`;

beforeEach(async () => {
  await activate("en");
  await loadNamespaces("register");
  stubLocks();
});
afterEach(() => vi.unstubAllGlobals());

test("a window that loses the form closes its dialogs and may not write any more", async () => {
  const { unmount } = render(
    <I18nProvider i18n={i18n}>
      <OneWindow account={account} pending={null}>
        <h1>The form</h1>
      </OneWindow>
    </I18nProvider>,
  );
  await screen.findByRole("heading", { name: "The form" });
  expect(mayWrite(account)).toBe(true);
  const { id } = openOverlay(() => null);
  expect(overlayState(id)).not.toBe("unmounted");

  const other = new TabLock(`form:${account}`);
  const close = other.start();
  await vi.waitFor(() => expect(other.getState()).toBe("elsewhere"));
  other.takeOver();
  await screen.findByRole("heading", { name: "This form is open in another window" });
  expect(overlayState(id)).toBe("unmounted");
  await vi.waitFor(() => expect(mayWrite(account)).toBe(false));
  unmount();
  expect(mayWrite(account)).toBe(true);
  close();
});

test("leaves the answers of a newer build alone until the person begins a new form", async () => {
  const key = recordKey(account, "resubmission");
  const answers = '{"version":99,"value":{"draft":"of another shape"}}';
  writeText(key, answers);
  const Form = vi.fn(() => <h1>The form</h1>);
  render(
    <I18nProvider i18n={i18n}>
      <OneWindow account={account} pending={null}>
        <Form />
      </OneWindow>
    </I18nProvider>,
  );
  await screen.findByRole("heading", { name: text("register.newer.title") });
  expect(Form).not.toHaveBeenCalled();
  expect(readText(key)).toBe(answers);
  vi.mocked(askToConfirm).mockResolvedValue(true);
  screen.getByRole("button", { name: text("register.newer.startNew") }).click();
  await screen.findByRole("heading", { name: "The form" });
  expect(readText(key)).toBeNull();
  expect(readText(recordKey(account, "aside"))).toContain("of another shape");
});
