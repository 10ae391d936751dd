import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { activateConsole } from "#/i18n/load-console";
import { enterTopLayer } from "#/lib/top-layer";
import { Key, ShortcutSwitch, setShortcuts, useKeys } from "./keys";

const approve = vi.fn();

function Screen() {
  useKeys({ a: approve, b: undefined });
  return (
    <>
      <input aria-label="text" />
      <input aria-label="box" type="checkbox" />
      <textarea aria-label="note" />
      <select aria-label="kind" />
      <button type="button">
        Approve <Key>A</Key>
      </button>
      <ShortcutSwitch />
    </>
  );
}

beforeAll(() => activateConsole("en"));
beforeEach(() => {
  approve.mockReset();
  render(
    <I18nProvider i18n={i18n}>
      <Screen />
    </I18nProvider>,
  );
});
afterEach(() => {
  cleanup();
  setShortcuts(true);
});

it("runs the letter that was pressed, once", () => {
  fireEvent.keyDown(document.body, { key: "a" });
  fireEvent.keyDown(document.body, { key: "A" });
  expect(approve).toHaveBeenCalledTimes(2);
  fireEvent.keyDown(document.body, { key: "a", repeat: true });
  fireEvent.keyDown(document.body, { key: "b" });
  fireEvent.keyDown(document.body, { key: "x" });
  expect(approve).toHaveBeenCalledTimes(2);
});

it("reads the place of the key from a keyboard of another script", () => {
  fireEvent.keyDown(document.body, { key: "ち", code: "KeyA" });
  fireEvent.keyDown(document.body, { key: "Process", code: "KeyA" });
  expect(approve).toHaveBeenCalledTimes(2);
  fireEvent.keyDown(document.body, { key: "Process", code: "KeyA", isComposing: true });
  expect(approve).toHaveBeenCalledTimes(2);
});

it.each(["ctrlKey", "metaKey", "altKey", "shiftKey"])("ignores the letter with %s", (modifier) => {
  fireEvent.keyDown(document.body, { key: "a", [modifier]: true });
  expect(approve).not.toHaveBeenCalled();
});

it.each([
  ["text", 0],
  ["note", 0],
  ["kind", 0],
  ["box", 1],
])("in the field %s, it runs the letter %i times", (name, times) => {
  fireEvent.keyDown(screen.getByLabelText(name), { key: "a" });
  expect(approve).toHaveBeenCalledTimes(times);
});

it("ignores the letters while a dialog is open", () => {
  let leave = () => {};
  act(() => {
    leave = enterTopLayer(document.createElement("dialog"));
  });
  fireEvent.keyDown(document.body, { key: "a" });
  expect(approve).not.toHaveBeenCalled();
  act(() => leave());
  fireEvent.keyDown(document.body, { key: "a" });
  expect(approve).toHaveBeenCalledTimes(1);
});

it("is silent while the reviewer has the keys switched off, and prints no letters", () => {
  expect(screen.getByText("A").tagName).toBe("KBD");
  fireEvent.click(screen.getByRole("button", { name: "Keys on" }));
  fireEvent.keyDown(document.body, { key: "a" });
  expect(approve).not.toHaveBeenCalled();
  expect(screen.queryByText("A")).toBeNull();
  expect(screen.getByRole("button", { name: "Keys off" })).toBeDefined();
});
