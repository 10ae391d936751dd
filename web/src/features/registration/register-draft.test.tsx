import { cleanup, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { readText, writeJson } from "../../storage/local";
import { completeDraft } from "./form/testing";
import { fillFirstPage, openForm, press, setForm, type } from "./register-form.testing";

setForm();

test("what was typed and the page survive a reload", async () => {
  const store = await openForm();
  fillFirstPage();
  press("Continue");
  type(/^Height/, "171");
  expect(store.isSaveDue).toBe(true);
  window.dispatchEvent(new Event("pagehide"));
  expect(readText("registerPage")).toBe("life");
  cleanup();
  await openForm({ page: "life" });
  expect(screen.getByLabelText(/^Height/)).toHaveProperty("value", "171");
  press("Back");
  expect(screen.getByLabelText("Man")).toHaveProperty("checked", true);
});

test("another LINE user on the device does not see the draft", async () => {
  writeJson("registerForm", { ...completeDraft, account: `U${"f".repeat(32)}` });
  await openForm();
  expect(screen.getByLabelText(/^Nickname/)).toHaveProperty("value", "");
});

test("a draft of a newer build stays as it is", async () => {
  writeJson("registerForm", { schemaVersion: 99, nickname: "later" });
  const store = await openForm();
  type(/^Nickname/, "now");
  store.saveNow();
  expect(readText("registerForm")).toBe('{"schemaVersion":99,"nickname":"later"}');
});
