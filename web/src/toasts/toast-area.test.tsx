import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { activate } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { enterTopLayer } from "#/lib/top-layer";
import { ToastArea } from "./toast-area";
import { addToast, closeToast, type ToastOptions, type ToastText } from "./toasts";

beforeAll(() => activate("en"));

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <I18nProvider i18n={i18n}>
      <input aria-label="Nickname" />
      <ToastArea />
    </I18nProvider>,
  );
});

afterEach(() => {
  cleanup();
  for (const id of shownIds.splice(0)) closeToast(id);
  vi.runAllTimers();
  vi.useRealTimers();
});

const shownIds: number[] = [];

function show(title: ToastText, options?: ToastOptions) {
  act(() => {
    shownIds.push(addToast(title, options));
  });
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const card = (title: string) => screen.getByText(title).parentElement as HTMLElement;
const isShown = (title: string) => screen.queryByText(title) !== null;
const closeOf = (title: string) => within(card(title)).getByRole("button", { name: "Close" });
const region = () => screen.getByRole("region", { name: "Notifications (F8)" });
const input = () => screen.getByRole("textbox", { name: "Nickname" });
const finger = { pointerId: 1, isPrimary: true, button: 0, pointerType: "touch" };

/** Drags the toast from its middle by this distance. */
function swipe(title: string, xPx: number, yPx: number, end: "lift" | "cancel" = "lift") {
  const target = card(title);
  fireEvent.pointerDown(target, { ...finger, clientX: 200, clientY: 40 });
  for (const part of [0.3, 0.7, 1]) {
    const at = { clientX: 200 + xPx * part, clientY: 40 + yPx * part };
    fireEvent.pointerMove(target, { ...finger, ...at });
  }
  const at = { ...finger, clientX: 200 + xPx, clientY: 40 + yPx };
  if (end === "lift") fireEvent.pointerUp(target, at);
  else fireEvent.pointerCancel(target, at);
}

test("an ordinary toast is polite, a red one is assertive, in regions that existed before", () => {
  const polite = screen.getByRole("status");
  const assertive = screen.getByRole("alert");
  show("saved", { color: "green" });
  show("offline", { color: "red" });
  expect(within(polite).getByText("saved")).toBeTruthy();
  expect(within(assertive).getByText("offline")).toBeTruthy();
});

test("the newest is first, and each older one is a twentieth narrower", () => {
  show("first");
  show("second");
  show("third");
  const shown = ["third", "second", "first"].map(card);
  expect(shown.map(({ style }) => style.width)).toEqual(["100%", "95%", "90%"]);
  expect([...screen.getByRole("status").children]).toEqual(shown);
});

test("hovering pauses all of them and draws them at full width", () => {
  show("first");
  show("second");
  pass(2000);
  fireEvent.pointerEnter(region(), { pointerType: "mouse" });
  expect(card("first").style.width).toBe("100%");
  pass(60_000);
  expect(isShown("first")).toBe(true);
  fireEvent.pointerLeave(region());
  pass(999);
  expect(card("first").dataset.open).toBe("true");
  pass(201);
  expect(isShown("first") || isShown("second")).toBe(false);
});

test("a toast that comes while the person reads others is paused too", () => {
  show("first");
  fireEvent.pointerEnter(region(), { pointerType: "mouse" });
  show("second");
  pass(60_000);
  expect(isShown("second")).toBe(true);
});

test("the Close button closes", () => {
  show("saved");
  fireEvent.click(closeOf("saved"), { detail: 1 });
  expect(card("saved").dataset.open).toBe("false");
  expect(card("saved").inert).toBe(true);
  pass(200);
  expect(isShown("saved")).toBe(false);
});

test("after a tap on Close the others still close by themselves", () => {
  show("first");
  show("second");
  const close = closeOf("second");
  fireEvent.pointerEnter(region(), { pointerType: "touch" });
  fireEvent.pointerDown(close, finger);
  const mayTakeFocus = fireEvent.mouseDown(close);
  if (mayTakeFocus) close.focus();
  fireEvent.pointerUp(close, finger);
  fireEvent.click(close, { detail: 1 });
  pass(3200);
  expect(isShown("first")).toBe(false);
});

test("a finger that stays on a toast pauses it, wherever the finger is lifted", () => {
  show("saved");
  fireEvent.pointerDown(card("saved"), { ...finger, clientX: 200, clientY: 40 });
  pass(60_000);
  expect(isShown("saved")).toBe(true);
  fireEvent.pointerUp(document.body, finger);
  pass(3200);
  expect(isShown("saved")).toBe(false);
});

test.each([
  ["left", -50, 0],
  ["right", 50, 0],
  ["up", 0, -50],
])("a swipe of 50 px %s closes", (_, xPx, yPx) => {
  show("saved");
  swipe("saved", xPx, yPx);
  expect(card("saved").dataset.open).toBe("false");
});

test.each([
  ["49 px left", -49, 0],
  ["49 px right", 49, 0],
  ["49 px up", 0, -49],
  ["down", 0, 200],
  ["mostly down", 60, 200],
])("a swipe %s comes back", (_, xPx, yPx) => {
  show("saved");
  swipe("saved", xPx, yPx);
  expect(card("saved").dataset.open).toBe("true");
  expect(card("saved").style.translate).toBe("0px 0px");
});

test("a swipe that the browser takes over moves the toast back", () => {
  show("saved");
  swipe("saved", 80, 0, "cancel");
  expect(card("saved").dataset.open).toBe("true");
  expect(card("saved").style.translate).toBe("0px 0px");
});

test("the toast follows the finger along one axis", () => {
  show("saved");
  fireEvent.pointerDown(card("saved"), { ...finger, clientX: 200, clientY: 40 });
  fireEvent.pointerMove(card("saved"), { ...finger, clientX: 170, clientY: 30 });
  expect(card("saved").style.translate).toBe("-30px 0px");
});

test("F8 and Alt+T move the focus to the toasts, and Escape moves it back", () => {
  input().focus();
  show("saved");
  for (const key of [{ key: "F8" }, { key: "t", code: "KeyT", altKey: true }]) {
    fireEvent.keyDown(document.body, key);
    expect(document.activeElement).toBe(region());
    fireEvent.keyDown(region(), { key: "Escape" });
    expect(document.activeElement).toBe(input());
  }
});

test("F8 leaves the focus in its place if there is no toast", () => {
  input().focus();
  fireEvent.keyDown(document.body, { key: "F8" });
  expect(document.activeElement).toBe(input());
});

test("Escape closes the toast with the focus, and the focus moves to the next, then back", () => {
  input().focus();
  show("first");
  show("second");
  fireEvent.keyDown(document.body, { key: "F8" });
  act(() => closeOf("first").focus());
  pass(60_000);
  fireEvent.keyDown(closeOf("first"), { key: "Escape" });
  expect(card("first").dataset.open).toBe("false");
  expect(document.activeElement).toBe(region());
  act(() => closeOf("second").focus());
  fireEvent.click(closeOf("second"), { detail: 0 });
  expect(card("second").dataset.open).toBe("false");
  expect(document.activeElement).toBe(input());
});

test("the action runs and closes the toast", () => {
  const onClick = vi.fn();
  show("A new version is there", { durationMs: Infinity, action: { label: "Reload", onClick } });
  fireEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(onClick).toHaveBeenCalledOnce();
  expect(card("A new version is there").dataset.open).toBe("false");
});

test("while a dialog is modal the toasts are inside it", () => {
  const dialog = document.body.appendChild(document.createElement("dialog"));
  let leave = () => {};
  act(() => {
    leave = enterTopLayer(dialog);
  });
  show("offline", { color: "red" });
  expect(dialog.contains(card("offline"))).toBe(true);
  act(leave);
  expect(dialog.contains(card("offline"))).toBe(false);
  dialog.remove();
});

test("a toast that is shown changes its language with the page", async () => {
  const action = { label: () => text("ui.cancel"), onClick: () => undefined };
  show(() => text("ui.close"), { durationMs: 8_000, action });
  expect(within(card("Close")).getByRole("button", { name: "Cancel" })).toBeDefined();
  await act(() => activate("ja"));
  expect(within(card("閉じる")).getByRole("button", { name: "キャンセル" })).toBeDefined();
  await act(() => activate("en"));
});
