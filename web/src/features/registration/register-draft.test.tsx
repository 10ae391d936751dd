import { cleanup, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { readText, writeText } from "../../storage/local";
import { recordKey } from "../../storage/records";
import { readRecord } from "../../storage/storage.testing";
import { completeDraft, userId } from "./form/testing";
import { fillFirstPage, openForm, press, setForm, type } from "./register-form.testing";

setForm();

test("what was typed and the page survive a reload", async () => {
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

test("another LINE user on the device does not see the draft", async () => {
  writeText(recordKey(`U${"f".repeat(32)}`, "draft"), JSON.stringify(completeDraft));
  await openForm();
  expect(screen.getByLabelText(/^Nickname/)).toHaveProperty("value", "");
});

test("a draft of a newer build stays as it is", async () => {
  writeText(recordKey(userId, "draft"), '{"schemaVersion":99,"nickname":"later"}');
  const store = await openForm();
  type(/^Nickname/, "now");
  store.saveNow();
  expect(readText(recordKey(userId, "draft"))).toBe('{"schemaVersion":99,"nickname":"later"}');
});
