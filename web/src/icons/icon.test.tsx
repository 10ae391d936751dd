import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { logger } from "../logger/logger";
import { Icon } from "./icon";

const Drawn = ({ icon }: { icon: string }) => <svg data-testid={icon} />;
const bringIcon = vi.fn(async (_: string) => {});
const load = async () => ({ Drawn, bringIcon }) as unknown as typeof import("./iconify");
const warn = vi.spyOn(logger, "warn").mockReturnValue();

beforeEach(() => {
  bringIcon.mockClear();
  warn.mockClear();
});
afterEach(cleanup);

test("its place is there before it is loaded", async () => {
  const { container } = render(<Icon name="lucide:camera" load={() => new Promise(() => {})} />);
  expect(container.firstElementChild?.className).toContain("size-5");
  expect(container.querySelector("svg")).toBeNull();
});

test("it is drawn when it is loaded", async () => {
  render(<Icon name="lucide:camera" load={load} />);
  expect(await screen.findByTestId("lucide:camera")).toBeTruthy();
  expect(bringIcon).toHaveBeenCalledWith("lucide:camera");
});

test("it is decoration unless it has a label", () => {
  const { container, rerender } = render(<Icon name="lucide:camera" load={load} />);
  expect(screen.queryByRole("img")).toBeNull();
  expect(container.firstElementChild?.getAttribute("aria-hidden")).toBe("true");
  rerender(<Icon name="lucide:camera" label="Take a photo" load={load} />);
  expect(screen.getByRole("img", { name: "Take a photo" })).toBeTruthy();
});

test("another name never shows the icon before", async () => {
  const { rerender } = render(<Icon name="lucide:camera" load={load} />);
  await screen.findByTestId("lucide:camera");
  let arrive = () => {};
  bringIcon.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
  rerender(<Icon name="lucide:clock" load={load} />);
  expect(screen.queryByTestId("lucide:camera")).toBeNull();
  await vi.waitFor(() => expect(bringIcon).toHaveBeenCalledWith("lucide:clock"));
  await act(async () => arrive());
  expect(await screen.findByTestId("lucide:clock")).toBeTruthy();
});

test("an icon that nobody has is warned of once and leaves its place empty", async () => {
  bringIcon.mockRejectedValue(new Error("nowhere"));
  const { container } = render(
    <>
      <Icon name="logos:nowhere" load={load} />
      <Icon name="logos:nowhere" load={load} />
    </>,
  );
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  await act(async () => {});
  expect(warn.mock.calls).toEqual([["the icon logos:nowhere could not be loaded"]]);
  expect(container.querySelectorAll("span:empty").length).toBe(2);
  bringIcon.mockReset();
});

test("a library that cannot be loaded is warned of", async () => {
  render(<Icon name="logos:offline" load={() => Promise.reject(new TypeError("offline"))} />);
  await vi.waitFor(() =>
    expect(warn).toHaveBeenCalledWith("the icon logos:offline could not be loaded"),
  );
});
