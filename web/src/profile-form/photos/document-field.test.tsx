import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openForm, setForm } from "#/features/registration/registration-form.testing";
import { pictureFile } from "#/profile-form/made-up.testing";

setForm();

async function openWith(file: File) {
  const store = await openForm({ page: "verification", draft: { verifyMethod: "DOCUMENT" } });
  fireEvent.change(await screen.findByLabelText(/^Document/), { target: { files: [file] } });
  await screen.findByRole("img", { name: "Ready to send" });
  return store;
}

const preview = () => screen.findByRole("region", { name: /^Picture of the document: / });

const caption = () => document.querySelector("figcaption")?.textContent;

test("shows the name, the size, a tick and the picture that reviewers will see", async () => {
  await openWith(new File([new Uint8Array(1_440_000)], "card.png", { type: "image/png" }));
  screen.getByText("card.png");
  screen.getByText("1.4 MB");
  expect((await preview()).querySelector("img[src^='blob:']")).not.toBeNull();
  expect(caption()).toBe("Our reviewers will see this picture. Check that you can read it.");
});

test("says how many pages of a long PDF are sent", async () => {
  const store = await openWith(pictureFile("contract.pdf"));
  const { document } = store.files.photos;
  act(() => void store.files.change(document?.key ?? "", { nPages: 5 }));
  await preview();
  expect(caption()).not.toContain("The PDF has");
  act(() => void store.files.change(document?.key ?? "", { nPages: 12 }));
  expect(caption()).toContain("The PDF has 12 pages. We send the first 5.");
});

test("shows no tick for an unusable document", async () => {
  const store = await openWith(pictureFile("card.png"));
  await store.files.removeFile("document")?.finish();
  await store.files.replaceFile("document", new File([], "empty.pdf"));
  await waitFor(() => expect(screen.queryByRole("img", { name: "Ready to send" })).toBeNull());
  expect(screen.getAllByText(/this file is empty/).length).toBeGreaterThan(0);
});
