import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Tooltip } from "./tooltip";

beforeEach(() => {
  vi.useFakeTimers();
  // Far from the tooltips of the earlier test, so that the skip delay is over.
  vi.advanceTimersByTime(60_000);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function openPage() {
  render(
    <>
      <p id="hint">Both are quick.</p>
      <Tooltip text="Copies the address">
        <button type="button" aria-describedby="hint">
          Copy
        </button>
      </Tooltip>
      <Tooltip text="Sends it in LINE">
        <button type="button">Share</button>
      </Tooltip>
    </>,
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const isSeen = (words: string) => !screen.getByText(words).parentElement?.hidden;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const around = (name: string) => button(name).parentElement as HTMLElement;
const hover = (name: string, pointerType = "mouse") =>
  fireEvent.pointerEnter(around(name), { pointerType });
const leave = (name: string) => fireEvent.pointerLeave(around(name), { pointerType: "mouse" });

test("it opens after the pointer has rested for 700 ms, and closes when the pointer leaves", () => {
  openPage();
  hover("Copy");
  pass(699);
  expect(isSeen("Copies the address")).toBe(false);
  pass(1);
  expect(isSeen("Copies the address")).toBe(true);
  leave("Copy");
  expect(isSeen("Copies the address")).toBe(false);
});

test("a pointer that passes quickly does not open it", () => {
  openPage();
  hover("Copy");
  pass(699);
  leave("Copy");
  pass(5000);
  expect(isSeen("Copies the address")).toBe(false);
});

test("within 300 ms the next one opens at once", () => {
  openPage();
  hover("Copy");
  pass(700);
  leave("Copy");
  pass(299);
  hover("Share");
  expect(isSeen("Sends it in LINE")).toBe(true);
});

test("after 300 ms the next one waits again", () => {
  openPage();
  hover("Copy");
  pass(700);
  leave("Copy");
  pass(300);
  hover("Share");
  expect(isSeen("Sends it in LINE")).toBe(false);
  pass(700);
  expect(isSeen("Sends it in LINE")).toBe(true);
});

test("a keyboard's focus opens it at once", () => {
  openPage();
  act(() => button("Copy").focus());
  expect(isSeen("Copies the address")).toBe(true);
  act(() => button("Copy").blur());
  expect(isSeen("Copies the address")).toBe(false);
});

test("a tap's focus does not open it", () => {
  openPage();
  const copy = button("Copy");
  vi.spyOn(copy, "matches").mockImplementation((selector) => selector !== ":focus-visible");
  act(() => copy.focus());
  pass(5000);
  expect(isSeen("Copies the address")).toBe(false);
});

test("a finger does not open it", () => {
  openPage();
  hover("Copy", "touch");
  pass(5000);
  expect(isSeen("Copies the address")).toBe(false);
});

test("Escape closes it, and nothing else", () => {
  openPage();
  const onKeyDown = vi.fn();
  document.body.addEventListener("keydown", onKeyDown);
  act(() => button("Copy").focus());
  expect(fireEvent.keyDown(button("Copy"), { key: "Escape" })).toBe(false);
  expect(isSeen("Copies the address")).toBe(false);
  expect(onKeyDown).not.toHaveBeenCalled();
  fireEvent.keyDown(button("Copy"), { key: "Escape" });
  expect(onKeyDown).toHaveBeenCalledOnce();
  document.body.removeEventListener("keydown", onKeyDown);
});

test("pressing the control closes it", () => {
  openPage();
  hover("Copy");
  pass(700);
  fireEvent.pointerDown(button("Copy"));
  expect(isSeen("Copies the address")).toBe(false);
});

/** The control stands at `topPx` of a page 360 px wide; the bubble is 200 px by 40 px. */
function standAt(topPx: number, leftPx: number) {
  vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(360);
  vi.spyOn(around("Copy"), "getBoundingClientRect").mockReturnValue(
    new DOMRect(leftPx, topPx, 60, 48),
  );
  const bubble = screen.getByText("Copies the address").parentElement as HTMLElement;
  vi.spyOn(bubble, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 200, 40));
  return () => [bubble.style.left, bubble.style.top];
}

test.each([
  ["above its control", 300, 150, ["80px", "260px"]],
  ["below it where there is no room above", 20, 150, ["80px", "68px"]],
  ["within the left side", 300, 0, ["8px", "260px"]],
  ["within the right side", 300, 300, ["152px", "260px"]],
])("it stands %s", (_, topPx, leftPx, place) => {
  openPage();
  const placed = standAt(topPx, leftPx);
  hover("Copy");
  pass(700);
  expect(placed()).toEqual(place);
});

test("it follows its control when the page scrolls", () => {
  openPage();
  standAt(600, 150);
  hover("Copy");
  pass(700);
  const placed = standAt(300, 150);
  fireEvent.scroll(document);
  expect(placed()).toEqual(["80px", "260px"]);
});

test("a closed tooltip describes its control too, beside other descriptions, and does not name it", () => {
  openPage();
  const ids = button("Copy").getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual([
    "Both are quick.",
    "Copies the address",
  ]);
});
