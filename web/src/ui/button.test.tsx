import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Button } from "./button";

const onClick = vi.fn();
const onSubmit = vi.fn();

afterEach(() => {
  cleanup();
  onClick.mockReset();
  onSubmit.mockReset();
});

const form = (isBusy: boolean, disabled = false) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    <Button type="submit" isBusy={isBusy} disabled={disabled} onClick={onClick}>
      Save
    </Button>
  </form>
);
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });

it("keeps the focus while it is busy, and ignores presses", () => {
  const { rerender } = render(form(false));
  button().focus();
  rerender(form(true));
  expect(document.activeElement).toBe(button());
  expect(button().disabled).toBe(false);
  expect(button().getAttribute("aria-disabled")).toBe("true");
  expect(button().getAttribute("aria-busy")).toBe("true");
  fireEvent.click(button());
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

it("takes presses again once it is not busy any more", () => {
  const { rerender } = render(form(true));
  rerender(form(false));
  expect(button().hasAttribute("aria-disabled")).toBe(false);
  fireEvent.click(button());
  expect(onClick).toHaveBeenCalledOnce();
  expect(onSubmit).toHaveBeenCalledOnce();
});

it("is busy rather than disabled if it is both", () => {
  const { rerender } = render(form(true, true));
  expect(button().disabled).toBe(false);
  rerender(form(false, true));
  expect(button().disabled).toBe(true);
});

it.each([
  [true, "true"],
  ["true", "true"],
  [false, null],
  ["false", "false"],
  [undefined, null],
] as const)(
  "with aria-disabled %s it says %s, keeps the focus, and takes presses accordingly",
  (given, said) => {
    const { rerender } = render(<Button onClick={onClick}>Save</Button>);
    button().focus();
    rerender(
      <Button aria-disabled={given} onClick={onClick}>
        Save
      </Button>,
    );
    expect(button().getAttribute("aria-disabled")).toBe(said);
    expect(document.activeElement).toBe(button());
    fireEvent.click(button());
    expect(onClick).toHaveBeenCalledTimes(said === "true" ? 0 : 1);
  },
);
