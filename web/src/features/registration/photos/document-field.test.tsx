import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { pictureFile } from "../form/testing";
import { openForm, setForm } from "../frame/registration-form.testing";

setForm();

async function openWith(file: File) {
  const store = await openForm({ page: "verification", draft: { verifyMethod: "DOCUMENT" } });
  fireEvent.change(await screen.findByLabelText(/^Document/), { target: { files: [file] } });
  await screen.findByRole("img", { name: "Ready to send" });
  return store;
}

const thumbnail = () => document.querySelector("img[src^='blob:']");

test("shows the name, the size, a thumbnail and a tick for a picture", async () => {
  await openWith(new File([new Uint8Array(1_440_000)], "card.png", { type: "image/png" }));
  screen.getByText("card.png");
  screen.getByText("1.4 MB");
  await waitFor(() => expect(thumbnail()).not.toBeNull());
});

test("shows the name, the size and a tick for a PDF", async () => {
  await openWith(new File([new Uint8Array(2_300)], "card.pdf", { type: "application/pdf" }));
  screen.getByText("card.pdf");
  screen.getByText("2 kB");
  expect(thumbnail()).toBeNull();
});

test("shows no tick for an unusable document", async () => {
  const store = await openWith(pictureFile("card.png"));
  await store.files.removeFile("document")?.finish();
  await store.files.replaceFile("document", new File([], "empty.pdf"));
  await waitFor(() => expect(screen.queryByRole("img", { name: "Ready to send" })).toBeNull());
  expect(screen.getAllByText(/this file is empty/).length).toBeGreaterThan(0);
});
