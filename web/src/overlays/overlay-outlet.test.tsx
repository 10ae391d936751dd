import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { activate } from "#/i18n/load";
import { ToastArea } from "#/toasts/toast-area";
import { askToConfirm, openDialog } from "./open-dialog";
import { OverlayOutlet } from "./overlay-outlet";
import { type OverlayProps, openOverlay, overlayState, unmountAllOverlays } from "./overlays";

beforeAll(() => activate("en"));
beforeEach(() => void vi.spyOn(console, "warn").mockReturnValue());
afterEach(() => {
  act(unmountAllOverlays);
  cleanup();
  vi.restoreAllMocks();
});

function openApp(props: Parameters<typeof OverlayOutlet>[0] = {}) {
  render(
    <I18nProvider i18n={i18n}>
      <ToastArea />
      <OverlayOutlet {...props} />
    </I18nProvider>,
  );
}

function Picker({ isOpen, close, name }: OverlayProps<string> & { name: string }) {
  return (
    <button type="button" hidden={!isOpen} onClick={() => close(name)}>
      Pick {name}
    </button>
  );
}

let pickLate = () => {};

function LatePicker({ close }: OverlayProps<string>) {
  pickLate = () => close("late");
  return <p>late</p>;
}

function Broken(_: OverlayProps<string>): never {
  throw new Error("broken");
}

const question = { title: "Delete the photo?", text: "It is gone.", confirmLabel: "Delete" };
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

test("the drawing code is not loaded before the first overlay", async () => {
  const load = vi.fn(() => import("./overlay-area"));
  openApp({ load });
  expect(load).not.toHaveBeenCalled();
  act(() => void openOverlay(Picker, { name: "Aki" }));
  await screen.findByRole("button", { name: "Pick Aki" });
  act(() => void openOverlay(Picker, { name: "Ren" }));
  await screen.findByRole("button", { name: "Pick Ren" });
  expect(load).toHaveBeenCalledOnce();
});

test("an overlay that closes itself after Back has removed it changes nothing", async () => {
  openApp();
  let close = (_?: string): void => undefined;
  const Late = (props: OverlayProps<string>) => {
    close = props.close;
    return <p>late</p>;
  };
  const { id, result } = openOverlay(Late);
  await screen.findByText("late");
  act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
  expect(await result).toBeUndefined();
  expect(() => close("done")).not.toThrow();
  expect(overlayState(id)).toBe("unmounted");
});

test("an overlay gives its result and is removed", async () => {
  openApp();
  const { result } = openOverlay(Picker, { name: "Aki" });
  await press("Pick Aki");
  expect(await result).toBe("Aki");
  await waitFor(() => expect(screen.queryByText("Pick Aki")).toBeNull());
});

test("an overlay that throws is removed alone, and its opener gets no result", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  openApp();
  const beside = openOverlay(Picker, { name: "Aki" });
  const { result } = openOverlay(Broken);
  expect(await result).toBeUndefined();
  expect(overlayState(beside.id)).toBe("open");
});

test("leaving the page removes its overlays", async () => {
  openApp();
  const { result } = openOverlay(Picker, { name: "Aki" });
  await screen.findByRole("button", { name: "Pick Aki" });
  act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
  expect(await result).toBeUndefined();
  expect(screen.queryByText("Pick Aki")).toBeNull();
});

test("a toast says that the drawing code did not load, and the next overlay loads it again", async () => {
  const load = vi.fn(() => import("./overlay-area"));
  load.mockRejectedValueOnce(new TypeError("offline"));
  openApp({ load });
  const { result } = openOverlay(Picker, { name: "Aki" });
  expect(await result).toBeUndefined();
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("couldn’t open this");
  fireEvent.click(within(alert).getByRole("button", { name: "Close" }), { detail: 1 });
  await waitFor(() => expect(alert.textContent).toBe(""));
  act(() => void openOverlay(Picker, { name: "Ren" }));
  expect(await screen.findByRole("button", { name: "Pick Ren" })).toBeTruthy();
});

test.each([
  ["Delete", true],
  ["Cancel", false],
  ["Close", false],
])("a question answered by %s gives %s", async (button, answer) => {
  openApp();
  const answered = askToConfirm(question);
  const dialog = await screen.findByRole("dialog", { name: "Delete the photo?" });
  expect(dialog.textContent).toContain("It is gone.");
  fireEvent.click(within(dialog).getByRole("button", { name: button }));
  expect(await answered).toBe(answer);
});

test("a question about a loss has a button in the colour of danger", async () => {
  openApp();
  const answered = askToConfirm({ ...question, isDanger: true });
  const button = await screen.findByRole("button", { name: "Delete" });
  expect(button.className).toContain("bg-danger");
  fireEvent.click(button);
  expect(await answered).toBe(true);
});

test("a second tap asks no second question", async () => {
  openApp();
  const answered = askToConfirm(question);
  expect(await askToConfirm(question)).toBe(false);
  await press("Delete");
  expect(await answered).toBe(true);
});

test("a question does its work in the dialog, which stays until the work is done", async () => {
  openApp();
  let end = () => {};
  const run = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error("offline"))
    .mockImplementationOnce(() => new Promise((resolve) => (end = resolve)));
  const describe = () => ({ title: "Not deleted", advice: "Try again." });
  const onFailed = vi.fn();
  const answered = askToConfirm(question, { run, describe, onFailed });
  await press("Delete");
  expect((await screen.findByText("Not deleted")).closest("[role=alert]")).not.toBeNull();
  expect(screen.getByText("Try again.")).toBeDefined();
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(expect.any(Error), true);
  await press("Delete");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Delete" }).getAttribute("aria-busy")).toBe("true"),
  );
  expect(screen.queryByText("Not deleted")).toBeNull();
  await press("Close");
  expect(screen.getByRole("dialog")).toBeDefined();
  end();
  expect(await answered).toBe(true);
  expect(run).toHaveBeenCalledTimes(2);
});

test("an answer that comes after its overlay is gone changes nothing", async () => {
  openApp();
  const { id, result } = openOverlay(LatePicker);
  await screen.findByText("late");
  act(unmountAllOverlays);
  expect(pickLate).not.toThrow();
  expect(await result).toBeUndefined();
  expect(overlayState(id)).toBe("unmounted");
});

test("a dialog opens with its props and gives its result", async () => {
  openApp();
  const picked = openDialog(async () => Picker, { name: "Aki" });
  await press("Pick Aki");
  expect(await picked).toBe("Aki");
});

test("a toast says that a dialog did not load, and the caller gets no result", async () => {
  openApp();
  const picked = openDialog<ComponentProps<typeof Picker>>(
    () => Promise.reject(new TypeError("offline")),
    { name: "Aki" },
  );
  expect(await picked).toBeUndefined();
  expect(screen.getByRole("alert").textContent).toContain("couldn’t open this");
  expect(screen.queryByText("Pick Aki")).toBeNull();
});
