import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { pictureFile, userId, workingPorts } from "./form/testing";
import { openForm, press, setForm, surroundings } from "./register-form.testing";
import { RegistrationScreen } from "./registration-screen";

setForm();

test("picked photos fill free slots and can be taken out", async () => {
  const store = await openForm({ page: "photos" });
  fireEvent.change(screen.getByLabelText("Add photo 1"), {
    target: { files: [pictureFile("a.png"), pictureFile("b.png")] },
  });
  await screen.findByRole("button", { name: "Remove photo 2" });
  press("Remove photo 1");
  expect(
    store
      .getState()
      .photos.slots.map((pick) => pick?.label ?? null)
      .slice(0, 2),
  ).toEqual([null, "b.png"]);
});

test("picked photos are there again after a reload", async () => {
  const store = await openForm({ page: "photos" });
  await store.files.addPhotos(1, [pictureFile("a.png")]);
  store.saveNow();
  cleanup();
  render(
    <I18nProvider i18n={i18n}>
      <RegistrationScreen
        userId={userId}
        place={{ page: "photos", isChange: false }}
        goTo={() => undefined}
        ports={workingPorts()}
        {...surroundings}
      />
    </I18nProvider>,
  );
  expect(await screen.findByRole("button", { name: "Remove photo 2" })).toBeDefined();
});
