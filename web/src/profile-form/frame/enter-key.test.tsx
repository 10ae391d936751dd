import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { focusNextOnEnter } from "./enter-key";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const setPointer = (kind: "coarse" | "fine") =>
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes(kind) }));

function openForm() {
  render(
    <form onKeyDown={focusNextOnEnter}>
      <input aria-label="Name" />
      <input type="radio" aria-label="Man" />
      <textarea aria-label="About" />
      <input aria-label="Last" />
    </form>,
  );
}

/** False where the browser's own Enter is held back. */
const enter = (name: string, more = {}) => {
  screen.getByLabelText(name).focus();
  return fireEvent.keyDown(screen.getByLabelText(name), { key: "Enter", ...more });
};

beforeEach(() => setPointer("coarse"));

test("on a keyboard of glass Enter goes to the next control, whatever it is", () => {
  openForm();
  expect(enter("Name")).toBe(false);
  expect(document.activeElement).toBe(screen.getByLabelText("Man"));
});

test("from the last box Enter sends, as it does everywhere", () => {
  openForm();
  expect(enter("Last")).toBe(true);
});

test.each([
  ["in a text of several lines", "About", {}],
  ["on a choice", "Man", {}],
  ["while a word is being composed", "Name", { isComposing: true }],
  ["that ends a word in Safari", "Name", { keyCode: 229 }],
])("an Enter %s is left alone", (_, name, more) => {
  openForm();
  expect(enter(name, more)).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText(name));
});

test("with keys of its own a device sends the form from any box", () => {
  setPointer("fine");
  openForm();
  expect(enter("Name")).toBe(true);
});
