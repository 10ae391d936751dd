import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Button, buttonClass } from "./button";
import { Page } from "./page";

function open() {
  render(
    <Page title="Photos" actions={<Button>Continue</Button>}>
      <p>Choose six.</p>
    </Page>,
  );
}

it("gives the heading the focus on arrival, and the document its title", () => {
  open();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Photos" }));
  expect(document.title).toBe("Photos – Enmusubi");
});

it("draws the bar's line across the whole page, and its buttons in the page's column", () => {
  open();
  const bar = screen.getByRole("contentinfo");
  expect(bar.className).toContain("border-t");
  expect(bar.closest(".max-w-2xl")).toBeNull();
  expect(screen.getByRole("button").closest(".max-w-2xl")).not.toBeNull();
  expect(screen.getByRole("main").className).toContain("max-w-2xl");
});

it("leaves buttons as wide as their words on a wide screen", () => {
  open();
  // The column of a page or a card stretches everything else.
  expect(screen.getByRole("button").className).toContain("sm:self-start");
  expect(buttonClass("secondary")).toContain("sm:self-start");
});
