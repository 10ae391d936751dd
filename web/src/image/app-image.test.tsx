import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { AppImage } from "./app-image";

const picture = () => screen.getByRole<HTMLImageElement>("img", { name: "A cat" });

test("it is offered in every width, and loads lazily", () => {
  render(<AppImage src="/cat.jpg" alt="A cat" preset="portrait" />);
  expect(picture().getAttribute("srcset")).toContain("s_640x853/cat.jpg 640w");
  expect(picture().getAttribute("sizes")).toBe("(min-width: 640px) 480px, 100vw");
  expect(picture().getAttribute("loading")).toBe("lazy");
  expect(picture().getAttribute("decoding")).toBe("async");
});

test("an urgent picture loads at once", () => {
  render(<AppImage src="/cat.jpg" alt="A cat" preset="tile" isUrgent />);
  expect(picture().getAttribute("loading")).toBe("eager");
});

test("its placeholder is shown until it has loaded, and again for another picture", () => {
  const { rerender } = render(<AppImage src="/cat.jpg" alt="A cat" preset="tile" />);
  expect(picture().style.backgroundImage).toContain("s_10x10/cat.jpg");
  fireEvent.load(picture());
  expect(picture().style.backgroundImage).toBe("");
  rerender(<AppImage src="/lion.jpg" alt="A cat" preset="tile" />);
  expect(picture().style.backgroundImage).toContain("s_10x10/lion.jpg");
});

test("a picture that does not load has no placeholder, and calls onError", () => {
  const onError = vi.fn();
  render(<AppImage src="/cat.jpg" alt="A cat" preset="tile" onError={onError} />);
  fireEvent.error(picture());
  expect(picture().style.backgroundImage).toBe("");
  expect(onError).toHaveBeenCalledOnce();
});

test("without the proxy its address is unchanged and its ground is plain", () => {
  render(<AppImage src="https://example.org/a.png" alt="A cat" preset="avatar" />);
  expect(picture().getAttribute("src")).toBe("https://example.org/a.png");
  expect(picture().hasAttribute("srcset")).toBe(false);
  expect(picture().style.backgroundImage).toBe("");
  expect(picture().className).toContain("bg-sunken");
});
