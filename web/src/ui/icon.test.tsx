import { cleanup, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Icon, iconNames } from "./icon";

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.*"], {
  eager: true,
  query: "?raw",
  import: "default",
});

it("draws the lines of each icon at once", () => {
  for (const name of iconNames) {
    const { container } = render(<Icon name={name} />);
    expect(container.querySelector("path")?.getAttribute("d"), name).toMatch(/^[mM]/);
    cleanup();
  }
});

it("is decoration unless it has a label", () => {
  const { container, rerender } = render(<Icon name="camera" />);
  expect(screen.queryByRole("img")).toBeNull();
  expect(container.firstElementChild?.getAttribute("aria-hidden")).toBe("true");
  rerender(<Icon name="camera" label="Take a photo" />);
  expect(screen.getByRole("img", { name: "Take a photo" })).toBeTruthy();
});

it("has no icon that no component draws", () => {
  const others = Object.entries(sources).filter(([path]) => path !== "./icon.tsx");
  const code = others.map(([, source]) => source).join("\n");
  expect(iconNames.filter((name) => !code.includes(`"${name}"`))).toEqual([]);
});

it("is the only component that holds drawn lines", () => {
  const drawing = Object.entries(sources)
    .filter(([, source]) => source.includes("<svg"))
    .map(([path]) => path);
  // A QR code is drawn from data.
  expect(drawing.sort()).toEqual(["../features/friend/qr-code.tsx", "./icon.tsx"]);
});
