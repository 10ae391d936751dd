import { cleanup, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { readText, writeText } from "../../storage/local";
import { recordKey } from "../../storage/records";
import { readRecord } from "../../storage/storage.testing";
import { completeDraft, userId } from "./form/testing";
import { fillFirstPage, openForm, press, setForm, type } from "./register-form.testing";

setForm();

test("opens the typed answers and the page after a reload", async () => {
  const store = await openForm();
  fillFirstPage();
  press("Continue");
  type(/^Height/, "171");
  expect(store.isSaveDue).toBe(true);
  window.dispatchEvent(new Event("pagehide"));
  expect(readRecord(userId, "draftPage")).toBe("life");
  cleanup();
  await openForm({ page: "life" });
  expect(screen.getByLabelText(/^Height/)).toHaveProperty("value", "171");
  press("Back");
  expect(screen.getByLabelText("Man")).toHaveProperty("checked", true);
});

test("does not show the draft to another LINE user on the device", async () => {
  writeText(recordKey(`U${"f".repeat(32)}`, "draft"), JSON.stringify(completeDraft));
  await openForm();
  expect(screen.getByLabelText(/^Nickname/)).toHaveProperty("value", "");
});

test("does not change a draft of a newer build", async () => {
  writeText(recordKey(userId, "draft"), '{"schemaVersion":99,"nickname":"later"}');
  const store = await openForm();
  type(/^Nickname/, "now");
  store.saveNow();
  expect(readText(recordKey(userId, "draft"))).toBe('{"schemaVersion":99,"nickname":"later"}');
});
