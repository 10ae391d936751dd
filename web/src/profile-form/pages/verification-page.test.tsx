import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openForm, setForm } from "#/features/registration/registration-form.testing";
import { wholeScope } from "#/profile-form/answers/page-table";
import { completeDraft, pictureFile } from "#/profile-form/made-up.testing";

setForm();

const scopeWith = (checkedBirthday: string) => ({ ...wholeScope, ageProof: { checkedBirthday } });
const paths = (errors: readonly { path: string }[]) => errors.map(({ path }) => path);

test("asks for no proof of age where the deployment does not", async () => {
  const store = await openForm({ page: "verification", draft: completeDraft, photos: 1 });
  expect(screen.queryByRole("region", { name: "Proof of age" })).toBeNull();
  expect(store.allErrors()).toEqual([]);
});

test("says what to show and what to cover, and takes the document", async () => {
  const scope = scopeWith("");
  const store = await openForm({ page: "verification", draft: completeDraft, photos: 1, scope });
  const section = await screen.findByRole("region", { name: "Proof of age" });
  expect(section.textContent).toMatch(/your birthday, the name of the document and who issued it/);
  expect(section.textContent).toMatch(/Cover everything else/);
  expect(paths(store.allErrors())).toEqual(["ageProofFileName"]);
  const picker = screen.getByLabelText(/^Document with your birthday/);
  fireEvent.change(picker, { target: { files: [pictureFile("licence.png")] } });
  await screen.findByText("licence.png");
  await waitFor(() => expect(store.allErrors()).toEqual([]));
  expect(store.wholeDraft().ageProofFileName).toEqual({ picked: true });
});

test("asks for none while the birthday is the one that a reviewer has checked", async () => {
  const scope = scopeWith(String(completeDraft.birthday));
  const store = await openForm({ page: "verification", draft: completeDraft, photos: 1, scope });
  expect(screen.queryByRole("region", { name: "Proof of age" })).toBeNull();
  expect(store.allErrors()).toEqual([]);
  store.setField("birthday", "1992-04-06");
  await screen.findByRole("region", { name: "Proof of age" });
  expect(paths(store.allErrors())).toEqual(["ageProofFileName"]);
});
