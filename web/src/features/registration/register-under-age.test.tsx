import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { askToConfirm } from "../../overlays/open-dialog";
import { readText } from "../../storage/local";
import { completeDraft, workingPorts } from "./form/testing";
import {
  box,
  fillFirstPage,
  heading,
  openForm,
  press,
  querySummary,
  setForm,
  typeBirthday,
} from "./register-form.testing";

vi.mock("../../overlays/open-dialog");
setForm();

const explained = "Enmusubi is for people aged 18 and over";
const thisYear = new Date().getFullYear();

async function meetTheLimit() {
  const store = await openForm({ page: "you" });
  fillFirstPage();
  typeBirthday(`${thisYear - 10}-06-01`);
  press("Continue");
  return store;
}

test("who is too young gets an explanation and no red field", async () => {
  await meetTheLimit();
  expect(heading()).toBe(explained);
  expect(querySummary()).toBeNull();
  expect(screen.getByText(new RegExp(`June 1, ${thisYear - 10}`))).toBeDefined();
});

test("a slip is corrected where it was made, with everything else as it was", async () => {
  await meetTheLimit();
  press("Correct the birthday");
  await waitFor(() => expect(document.activeElement).toBe(box("Year")));
  expect(box(/^Nickname/)).toHaveProperty("value", "Ming");
  typeBirthday("1990-01-31");
  press("Continue");
  expect(heading()).toBe("Looks and life");
});

test("the browser's Back leads to the birthday too, and not out of the form", async () => {
  await meetTheLimit();
  window.history.back();
  await waitFor(() => expect(document.activeElement).toBe(box("Year")));
  expect(heading()).toBe("Who you are");
});

test("what was entered is forgotten only after a question", async () => {
  const store = await meetTheLimit();
  vi.mocked(askToConfirm).mockResolvedValueOnce(false);
  press("Delete what I entered");
  await waitFor(() => expect(askToConfirm).toHaveBeenCalledTimes(1));
  expect(heading()).toBe(explained);
  expect(readText("registerForm")).toContain("Ming");

  vi.mocked(askToConfirm).mockResolvedValueOnce(true);
  press("Delete what I entered");
  await waitFor(() => expect(heading()).toBe("Everything you entered was deleted"));
  window.dispatchEvent(new Event("pagehide"));
  expect(readText("registerForm")).toBeNull();
  expect(store.getState().draft).toMatchObject({ nickname: undefined, birthday: undefined });
});

test("the server's word on the age leads to the same explanation", async () => {
  const createUserProfile = async () => {
    const fields = [{ path: "birthday", code: "under_age", params: { min: 18 } }];
    throw Object.assign(new Error("E002"), { code: "E002", fields });
  };
  const ports = { ...workingPorts(), createUserProfile };
  await openForm({ page: "check", draft: completeDraft, photos: 1, ports });
  press("Send for review");
  await waitFor(() => expect(heading()).toBe(explained));
  press("Correct the birthday");
  await waitFor(() => expect(document.activeElement).toBe(box("Year")));
});
