import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { addToast } from "../../../toasts/toasts";
import { pictureFile } from "../form/testing";
import { openForm, press, setForm } from "../frame/registration-form.testing";

setForm();

// Nothing draws toasts here.
vi.mock("../../../toasts/toasts", () => ({ addToast: vi.fn() }));
// Dragging takes a layout.
vi.mock("./drag-order", () => ({ attachDragOrder: () => () => undefined }));
const toasts = () => vi.mocked(addToast).mock.calls.map(([title]) => title);

const files = (...names: string[]) => names.map((name) => pictureFile(name));
const pick = (label: string, ...names: string[]) =>
  fireEvent.change(screen.getByLabelText(label), { target: { files: files(...names) } });

async function openWith(...names: string[]) {
  const store = await openForm({ page: "photos" });
  if (names.length > 0) await store.files.addPhotos(0, files(...names));
  await waitFor(() => expect(screen.queryAllByRole("img")).toHaveLength(names.length));
  const order = () => store.files.picks.photos.flatMap((photo) => photo?.label ?? []).join(" ");
  return { store, order };
}

test("an empty page invites to its first slot", async () => {
  await openWith();
  expect(screen.getAllByText("Add photo")).toHaveLength(1);
  expect(screen.getByLabelText("Add photo 1").getAttribute("accept")).toBe("image/*");
  expect(screen.queryByText(/To change the order/)).toBeNull();
});

test("what does not fit is told, and the rest is taken", async () => {
  const { order } = await openWith("a", "b", "c", "d");
  pick("Add photo 5", "e", "f", "g", "h");
  await screen.findByRole("img", { name: "Photo 6" });
  expect(order()).toBe("a b c d e f");
  expect(toasts()).toContain("2 photos did not fit and were left out");
});

test("the keyboard moves a photo, the focus goes along and the new place is read out", async () => {
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

test("the first photo there is bears the mark of the main one", async () => {
  await openWith("a", "b");
  const slotOf = (name: string) => screen.getByRole("img", { name }).closest("li");
  expect(slotOf("Photo 1")?.textContent).toContain("Main");
  press("Remove photo 1");
  expect(slotOf("Photo 2")?.textContent).toContain("Main");
});

test("removing moves the focus to the free slot and offers to undo", async () => {
  const { order } = await openWith("a", "b");
  press("Remove photo 2");
  expect(document.activeElement).toBe(screen.getByLabelText("Add photo 2"));
  const [title, options] = vi.mocked(addToast).mock.lastCall ?? [];
  expect(title).toBe("Photo 2 was removed");
  options?.action?.onClick();
  expect(order()).toBe("a b");
});

test("a photo that became ready is read out", async () => {
  await openWith();
  pick("Add photo 1", "a");
  await screen.findByText("Photo 1 is ready");
});

test("a file of no use is told at once, at its slot and in the summary", async () => {
  const { store } = await openWith("a");
  await store.files.addPhotos(1, [new File([], "empty.jpg")]);
  expect(await screen.findAllByText("Photo 2: the file is empty; choose another")).toHaveLength(2);
  const control = screen.getByRole("button", { name: "Edit photo 2" });
  expect(control.getAttribute("aria-describedby")).toBe(`${control.id}-error`);
  press("Remove photo 2");
  await waitFor(() => expect(screen.queryByText(/the file is empty/)).toBeNull());
});
