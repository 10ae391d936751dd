import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Progress } from "./progress";

const bar = () => screen.getByRole("progressbar", { name: "Upload" });
const widthOf = (element: HTMLElement) => (element.firstElementChild as HTMLElement).style.width;

test("it shows the share of a hundred", () => {
  render(<Progress label="Upload" value={25} />);
  expect(bar().getAttribute("aria-valuenow")).toBe("25");
  expect(bar().getAttribute("aria-valuemin")).toBe("0");
  expect(bar().getAttribute("aria-valuemax")).toBe("100");
  expect(widthOf(bar())).toBe("25%");
});

test("it takes another maximum, and a text for the value", () => {
  render(<Progress label="Upload" value={2} max={8} valueText="Photo 2 of 8" />);
  expect(bar().getAttribute("aria-valuemax")).toBe("8");
  expect(bar().getAttribute("aria-valuetext")).toBe("Photo 2 of 8");
  expect(widthOf(bar())).toBe("25%");
});

test.each([null, Number.NaN])("with %s it has no value", (value) => {
  render(<Progress label="Upload" value={value} />);
  expect(bar().hasAttribute("aria-valuenow")).toBe(false);
});

test.each([
  [-5, "0", "0%"],
  [0, "0", "0%"],
  [100, "100", "100%"],
  [140, "100", "100%"],
  [Number.POSITIVE_INFINITY, "100", "100%"],
])("%d is within its ends as %s", (value, now, width) => {
  render(<Progress label="Upload" value={value} />);
  expect(bar().getAttribute("aria-valuenow")).toBe(now);
  expect(widthOf(bar())).toBe(width);
});

test.each([0, -1, Number.NaN])("a maximum of %d becomes a hundred", (max) => {
  render(<Progress label="Upload" value={50} max={max} />);
  expect(bar().getAttribute("aria-valuemax")).toBe("100");
  expect(widthOf(bar())).toBe("50%");
});
