import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Tooltip } from "./tooltip";

beforeEach(() => {
  vi.useFakeTimers();
  // Long after the tooltips of the test before.
  vi.advanceTimersByTime(60_000);
});

afterEach(() => {
  cleanup();
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

test("it comes when the pointer has rested for 700 ms, and goes with it", () => {
  openPage();
  hover("Copy");
  pass(699);
  expect(isSeen("Copies the address")).toBe(false);
  pass(1);
  expect(isSeen("Copies the address")).toBe(true);
  leave("Copy");
  expect(isSeen("Copies the address")).toBe(false);
});

test("a pointer that only passes brings nothing", () => {
  openPage();
  hover("Copy");
  pass(699);
  leave("Copy");
  pass(5000);
  expect(isSeen("Copies the address")).toBe(false);
});

test("within 300 ms the next one comes at once", () => {
  openPage();
  hover("Copy");
  pass(700);
  leave("Copy");
  pass(299);
  hover("Share");
  expect(isSeen("Sends it in LINE")).toBe(true);
});

test("after 300 ms the next one takes its time again", () => {
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

test("the focus of a keyboard brings it at once", () => {
  openPage();
  act(() => button("Copy").focus());
  expect(isSeen("Copies the address")).toBe(true);
  act(() => button("Copy").blur());
  expect(isSeen("Copies the address")).toBe(false);
});

test("the focus of a tap does not", () => {
  openPage();
  const copy = button("Copy");
  vi.spyOn(copy, "matches").mockImplementation((selector) => selector !== ":focus-visible");
  act(() => copy.focus());
  pass(5000);
  expect(isSeen("Copies the address")).toBe(false);
});

test("a finger does not hover", () => {
  openPage();
  hover("Copy", "touch");
  pass(5000);
  expect(isSeen("Copies the address")).toBe(false);
});

test("Escape takes it away, and nothing else with it", () => {
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

test.each(["pointerDown", "scroll"] as const)("%s takes it away", (event) => {
  openPage();
  hover("Copy");
  pass(700);
  fireEvent[event](button("Copy"));
  expect(isSeen("Copies the address")).toBe(false);
});

test("it describes its control also unseen, beside what did before, and names nothing", () => {
  openPage();
  const ids = button("Copy").getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual([
    "Both are quick.",
    "Copies the address",
  ]);
});
