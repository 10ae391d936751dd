import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { NetworkError } from "#/api/error";
import { workingPorts } from "#/profile-form/answers/form.testing";
import { apiError, completeDraft, userId } from "#/profile-form/made-up.testing";
import { readText } from "#/storage/local";
import { recordKey } from "#/storage/records";
import { writeRecord } from "#/storage/storage.testing";
import { loadForm } from "./draft/draft-repository";
import {
  heading,
  onDone,
  openForm,
  press,
  setForm,
  summary,
  type,
} from "./registration-form.testing";

setForm();

test("Send leads to the page of a broken rule", async () => {
  await openForm({ page: "check", draft: { ...completeDraft, height: "999" }, photos: 1 });
  press("Send for review");
  await waitFor(() => expect(heading()).toBe("Looks and lifestyle"));
  expect(within(await summary()).getByText("Enter a height from 120 to 230 cm")).toBeDefined();
  type(/^Height/, "180");
  press("Save changes");
  expect(heading()).toBe("Check your answers");
});

test("an error of the server appears on its page and disappears when the value changes", async () => {
  const send = async () => {
    const fields = [{ path: "reviewLink", code: "url", params: {} }];
    throw apiError("E002", fields);
  };
  const ports = { ...workingPorts(), send };
  await openForm({ page: "check", draft: completeDraft, photos: 1, ports });
  press("Send for review");
  await waitFor(() => expect(heading()).toBe("Verification"));
  const message = "Enter a public web address that starts with https://";
  expect(within(await summary()).getByText(message)).toBeDefined();
  type(/^Link$/, "https://www.example.com/other");
  expect(screen.queryByText(message)).toBeNull();
});

/** The screen that says so stays for a moment. */
const isDone = () => waitFor(() => expect(onDone).toHaveBeenCalledTimes(1), { timeout: 3000 });

test("two taps on submit send once", async () => {
  const calls: string[] = [];
  await openForm({ page: "check", draft: completeDraft, photos: 1, ports: workingPorts(calls) });
  const form = document.querySelector("form");
  if (!form) throw new Error("there is a form");
  fireEvent.submit(form);
  fireEvent.submit(form);
  await isDone();
  expect(calls.filter((call) => call === "create")).toHaveLength(1);
});

test("success deletes draft, page, photos, token and outbox", async () => {
  const store = await openForm({ page: "check", draft: completeDraft, photos: 1 });
  writeRecord(userId, "registrationToken", { token: "t" });
  store.saveNow();
  const key = loadForm(store.core, userId).idempotencyKey;
  press("Send for review");
  expect(readText(recordKey(userId, "outbox"))).toContain(key);
  await isDone();
  cleanup();
  expect(Object.keys(localStorage)).toEqual([]);
});

test("without an answer everything stays, and the person can try again", async () => {
  let isOffline = true;
  const ports = workingPorts();
  const send = async (...args: Parameters<typeof ports.send>) => {
    if (isOffline) throw new NetworkError("no answer");
    return ports.send(...args);
  };
  const store = await openForm({
    page: "check",
    draft: completeDraft,
    photos: 1,
    ports: { ...ports, send },
  });
  press("Send for review");
  expect(await screen.findByText("We can’t reach the server right now")).toBeDefined();
  expect(readText(recordKey(userId, "draft"))).toContain("short meetings");
  expect(store.files.photos.slots[0]).not.toBeNull();
  isOffline = false;
  press("Try now");
  await isDone();
});

test("the form is open again with all answers after the person cancels", async () => {
  const send = async () => {
    throw apiError("E503");
  };
  const ports = { ...workingPorts(), send };
  await openForm({ page: "check", draft: completeDraft, photos: 1, ports });
  press("Send for review");
  await screen.findByText("The server couldn’t take it just now");
  press("Cancel and edit");
  expect(heading()).toBe("Check your answers");
  expect(screen.getByText("小明")).toBeDefined();
});
