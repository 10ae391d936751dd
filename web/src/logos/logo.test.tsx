import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { logger } from "#/logger/logger";
import { Logo } from "./logo";

const Drawing = ({ icon }: { icon: string }) => <svg data-testid={icon} />;
const loadLogo = vi.fn(async (_: string) => {});
const load = async () => ({ Drawing, loadLogo }) as unknown as typeof import("./iconify");
const warn = vi.spyOn(logger, "warn").mockReturnValue();

beforeEach(() => {
  loadLogo.mockClear();
  warn.mockClear();
});

test("its box is there before it is loaded, as decoration", async () => {
  const { container } = render(<Logo name="logos:line" load={() => new Promise(() => {})} />);
  expect(container.firstElementChild?.className).toContain("size-5");
  expect(container.firstElementChild?.getAttribute("aria-hidden")).toBe("true");
  expect(container.querySelector("svg")).toBeNull();
});

test("it is drawn when it is loaded", async () => {
  render(<Logo name="logos:line" load={load} />);
  expect(await screen.findByTestId("logos:line")).toBeTruthy();
  expect(loadLogo).toHaveBeenCalledWith("logos:line");
});

test("another name never shows the logo before", async () => {
  const { rerender } = render(<Logo name="logos:line" load={load} />);
  await screen.findByTestId("logos:line");
  let arrive = () => {};
  loadLogo.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
  rerender(<Logo name="logos:google" load={load} />);
  expect(screen.queryByTestId("logos:line")).toBeNull();
  await vi.waitFor(() => expect(loadLogo).toHaveBeenCalledWith("logos:google"));
  await act(async () => arrive());
  expect(await screen.findByTestId("logos:google")).toBeTruthy();
});

test("a logo that no server has is warned of once and leaves its box empty", async () => {
  loadLogo.mockRejectedValue(new Error("nowhere"));
  const { container } = render(
    <>
      <Logo name="logos:nowhere" load={load} />
      <Logo name="logos:nowhere" load={load} />
    </>,
  );
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  await act(async () => {});
  expect(warn.mock.calls).toEqual([["the logo logos:nowhere could not be loaded"]]);
  expect(container.querySelectorAll("span:empty").length).toBe(2);
  loadLogo.mockReset();
});

test("a library that does not load is warned of", async () => {
  render(<Logo name="logos:offline" load={() => Promise.reject(new TypeError("offline"))} />);
  await vi.waitFor(() =>
    expect(warn).toHaveBeenCalledWith("the logo logos:offline could not be loaded"),
  );
});
