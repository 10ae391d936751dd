import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import {
  heading,
  openForm,
  press,
  querySummary,
  setForm,
  summary,
} from "#/features/registration/registration-form.testing";
import { pictureFile } from "#/profile-form/made-up.testing";
import { ToastArea } from "#/toasts/toast-area";

setForm();

// happy-dom has no layout, which dragging needs.
vi.mock(import("./drag-order"), () => ({ attachDragOrder: () => () => undefined }));

const files = (...names: string[]) => names.map((name) => pictureFile(name));
const pick = (label: string, ...names: string[]) =>
  fireEvent.change(screen.getByLabelText(label), { target: { files: files(...names) } });

async function openWith(...names: string[]) {
  const store = await openForm({ page: "photos" });
  render(
    <I18nProvider i18n={i18n}>
      <ToastArea />
    </I18nProvider>,
  );
  if (names.length > 0) await store.files.addPhotos(0, files(...names));
  await waitFor(() => expect(screen.queryAllByRole("img")).toHaveLength(names.length));
  const order = () => store.files.photos.slots.flatMap((photo) => photo?.label ?? []).join(" ");
  return { store, order };
}

/** Closes the toasts that are still open, whose time the store counts beyond a test. */
afterEach(() => {
  for (const button of screen.queryAllByRole("button", { name: "Close" })) fireEvent.click(button);
});

test("invites the person to add a photo to the first slot", async () => {
  await openWith();
  expect(screen.getAllByText("Add photo")).toHaveLength(1);
  expect(screen.getByLabelText("Add photo 1").getAttribute("accept")).toBe("image/*");
  expect(screen.queryByText(/To change the order/)).toBeNull();
});

test("says how many photos did not fit, and takes the others", async () => {
  const { order } = await openWith("a", "b", "c", "d");
  pick("Add photo 5", "e", "f", "g", "h");
  await screen.findByRole("img", { name: "Photo 6" });
  expect(order()).toBe("a b c d e f");
  screen.getByText("2 photos didn’t fit and were left out");
});

test("moves a photo by the keyboard, with the focus, and announces its new number", async () => {
  const { order } = await openWith("a", "b", "c");
  const button = screen.getByRole("button", { name: "Edit photo 1" });
  button.focus();
  fireEvent.keyDown(button, { key: "ArrowRight", shiftKey: true });
  expect(order()).toBe("b a c");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit photo 2" }));
  await screen.findByText("The photo is now number 2 of 3");
  fireEvent.keyDown(screen.getByRole("button", { name: "Edit photo 3" }), {
    key: "ArrowRight",
    shiftKey: true,
  });
  expect(order()).toBe("b a c");
});

test("marks the first photo that can be sent as the main one", async () => {
  const { store } = await openWith("a", "b");
  const slotOf = (name: string) => screen.getByRole("img", { name }).closest("li");
  expect(slotOf("Photo 1")?.textContent).toContain("Main");
  press("Remove photo 1");
  expect(slotOf("Photo 2")?.textContent).toContain("Main");
  await store.files.addPhotos(0, [new File([], "empty.jpg")]);
  expect(slotOf("Photo 2")?.textContent).toContain("Main");
});

test("moves the focus to the free slot after a removal, and offers an undo", async () => {
  const { order } = await openWith("a", "b");
  press("Remove photo 2");
  expect(document.activeElement).toBe(screen.getByLabelText("Add photo 2"));
  screen.getByText("Photo 2 was removed");
  press("Undo");
  expect(order()).toBe("a b");
});

test("offers one undo at most, for the last removal", async () => {
  const { order } = await openWith("a", "b", "c");
  press("Remove photo 3");
  press("Remove photo 2");
  expect(screen.queryByText("Photo 3 was removed")).toBeNull();
  press("Undo");
  expect(order()).toBe("a b");
});

test("takes the undo away with the page, and deletes the photo then", async () => {
  const { store } = await openWith("a", "b");
  const [, second] = store.files.photos.slots;
  press("Remove photo 2");
  press("Continue");
  await waitFor(() => expect(heading()).toBe("Who you’re looking for"));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
  await waitFor(() => expect(store.files.find(second?.key ?? "")).toBeNull());
});

test("announces a photo that became ready", async () => {
  await openWith();
  pick("Add photo 1", "a");
  await screen.findByText("Photo 1 is ready");
});

test("says once, at its slot, that a photo cannot be used", async () => {
  const { store } = await openWith("a");
  await store.files.addPhotos(1, [new File([], "empty.jpg")]);
  expect(
    await screen.findAllByText("Photo 2: this file is empty. Choose another one."),
  ).toHaveLength(1);
  expect(querySummary()).toBeNull();
  const control = screen.getByRole("button", { name: "Edit photo 2" });
  expect(control.getAttribute("aria-describedby")).toBe(`${control.id}-error`);
  press("Remove photo 2");
  await waitFor(() => expect(screen.queryByText(/this file is empty/)).toBeNull());
});

test("does not let an unusable photo block the good ones, and does not send it", async () => {
  const { store } = await openWith("a");
  await store.files.addPhotos(1, [new File([], "empty.jpg")]);
  expect(store.wholeDraft().photoNameList).toEqual([{ picked: true }, ...Array(5).fill(null)]);
  press("Continue");
  await waitFor(() => expect(heading()).toBe("Who you’re looking for"));
});

test("asks for a photo if none can be used", async () => {
  const { store } = await openWith();
  await store.files.addPhotos(0, [new File([], "empty.jpg")]);
  press("Continue");
  within(await summary()).getByText("Add at least one photo");
  expect(heading()).toBe("Photos");
});

test("keeps the good photo if its replacement cannot be used, and says why", async () => {
  const { store, order } = await openWith("a");
  await store.files.replaceFile(0, new File([], "empty.jpg"));
  await screen.findByText(
    "The earlier file stays. Photo 1: this file is empty. Choose another one.",
  );
  expect(order()).toBe("a");
  expect(screen.queryByText(/was replaced/)).toBeNull();
});
