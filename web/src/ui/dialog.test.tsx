import { fireEvent, render, screen } from "@testing-library/react";
import { createPortal } from "react-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { useTopDialog } from "#/lib/top-layer";
import { Dialog } from "./dialog";

const onClose = vi.fn();

beforeEach(() => onClose.mockClear());

function TopDialog() {
  return <output>{useTopDialog()?.textContent}</output>;
}

function page(isOpen: boolean) {
  return (
    <>
      <button type="button">Open</button>
      <TopDialog />
      <Dialog isOpen={isOpen} onClose={onClose} title="Delete the photo?" closeLabel="Close">
        <p>It is gone for good.</p>
        <input type="file" aria-label="Photo" />
      </Dialog>
    </>
  );
}

function openPage() {
  const drawn = render(page(false));
  screen.getByRole("button", { name: "Open" }).focus();
  drawn.rerender(page(true));
  return drawn;
}

const dialog = () => screen.getByRole<HTMLDialogElement>("dialog", { name: "Delete the photo?" });

test("it is modal, has its title as its name, and moves the focus to the title", () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  openPage();
  expect(showModal).toHaveBeenCalledOnce();
  expect(dialog().open).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Delete the photo?" }));
});

test("a closed dialog is hidden, and the page scrolls again", () => {
  const { rerender } = openPage();
  expect(document.documentElement.style.overflow).toBe("hidden");
  rerender(page(false));
  expect(screen.getByText("It is gone for good.").closest("dialog")?.open).toBe(false);
  expect(document.documentElement.style.overflow).toBe("");
});

test("the heading of the page gets the focus if the control that opened the dialog has gone", () => {
  const withHeading = (isOpen: boolean, hasOpener: boolean) => (
    <>
      <h1 tabIndex={-1}>Photos</h1>
      {hasOpener ? <button type="button">Open</button> : null}
      <Dialog isOpen={isOpen} onClose={onClose} title="Delete the photo?" closeLabel="Close" />
    </>
  );
  const { rerender } = render(withHeading(false, true));
  screen.getByRole("button", { name: "Open" }).focus();
  rerender(withHeading(true, true));
  rerender(withHeading(false, false));
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Photos" }));
});

test("a dialog that was never open takes no focus", () => {
  render(
    <>
      <h1 tabIndex={-1}>Photos</h1>
      <Dialog isOpen={false} onClose={onClose} title="Delete the photo?" closeLabel="Close" />
    </>,
  );
  expect(document.activeElement).toBe(document.body);
});

test("unmounting an open dialog closes it first", () => {
  const close = vi.spyOn(HTMLDialogElement.prototype, "close");
  openPage().unmount();
  expect(close).toHaveBeenCalled();
  expect(document.documentElement.style.overflow).toBe("");
});

test("it is the top layer until it is closed", () => {
  const { rerender } = openPage();
  expect(screen.getByRole("status").textContent).toContain("It is gone for good.");
  rerender(page(false));
  expect(screen.getByRole("status").textContent).toBe("");
});

test("its button asks to close", () => {
  openPage();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("Escape asks to close and leaves the closing to the state", () => {
  openPage();
  const wasLeftToBrowser = fireEvent(dialog(), new Event("cancel", { cancelable: true }));
  expect(wasLeftToBrowser).toBe(false);
  expect(onClose).toHaveBeenCalledOnce();
});

test("a cancelled file picker does not close it", () => {
  openPage();
  fireEvent(screen.getByLabelText("Photo"), new Event("cancel", { bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
});

test("the state follows a browser that closes it", () => {
  openPage();
  fireEvent(dialog(), new Event("close"));
  expect(onClose).toHaveBeenCalledOnce();
});

test("the form that opened it sees neither its keys nor its submit", () => {
  const [onKeyDown, onSubmit, onOwnSubmit] = [vi.fn(), vi.fn(), vi.fn()];
  const own = createPortal(
    <Dialog isOpen onClose={onClose} title="Employer" closeLabel="Close">
      <form aria-label="Search" onSubmit={onOwnSubmit}>
        <input aria-label="Name" />
      </form>
    </Dialog>,
    document.body,
  );
  render(
    <form aria-label="Profile" onKeyDown={onKeyDown} onSubmit={onSubmit}>
      <input aria-label="Nickname" />
      {own}
    </form>,
  );
  fireEvent.keyDown(screen.getByLabelText("Name"), { key: "Enter" });
  fireEvent.submit(screen.getByRole("form", { name: "Search" }));
  expect(onOwnSubmit).toHaveBeenCalledOnce();
  expect([onKeyDown.mock.calls, onSubmit.mock.calls]).toEqual([[], []]);
  fireEvent.keyDown(screen.getByLabelText("Nickname"), { key: "Enter" });
  expect(onKeyDown).toHaveBeenCalledOnce();
});

test("a tap beside it asks to close", () => {
  openPage();
  fireEvent.pointerDown(dialog());
  fireEvent.click(dialog());
  expect(onClose).toHaveBeenCalledOnce();
});

test("a tap inside it does not", () => {
  openPage();
  fireEvent.pointerDown(screen.getByText("It is gone for good."));
  fireEvent.click(screen.getByText("It is gone for good."));
  expect(onClose).not.toHaveBeenCalled();
});

test("a press that begins inside it and ends beside it does not", () => {
  openPage();
  fireEvent.pointerDown(screen.getByText("It is gone for good."));
  fireEvent.click(dialog());
  expect(onClose).not.toHaveBeenCalled();
});

test("it is shown again if the browser closes it while its owner keeps it open", async () => {
  openPage();
  dialog().close();
  expect(onClose).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(dialog().open).toBe(true));
});

test("it stays closed if its owner follows", async () => {
  const { rerender } = openPage();
  const shown = dialog();
  onClose.mockImplementationOnce(() => rerender(page(false)));
  shown.close();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(shown.open).toBe(false);
});
