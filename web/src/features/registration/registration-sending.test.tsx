import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { NetworkError } from "#/api/error";
import { workingPorts } from "#/profile-form/answers/form.testing";
import { apiError, userId } from "#/profile-form/made-up.testing";
import { readText, removeStored } from "#/storage/local";
import { fillStorage, writeRecord } from "#/storage/storage.testing";
import { press, setForm, summary } from "./registration-form.testing";
import { isOn, leaveDraft, openAt, outboxKey } from "./registration-screen.testing";

vi.mock(import("#/logos/preload"), () => ({ preloadLogos: async () => true }));

setForm();

test("continues to send a queued form at any address", async () => {
  leaveDraft();
  writeRecord(userId, "outbox", {
    idempotencyKey: "k",
    queuedAtMs: 1,
    nFailed: 3,
    sentVersions: [],
  });
  const requestToken = async () => {
    throw new NetworkError("no answer");
  };
  openAt("life", { ports: { ...workingPorts(), requestToken } });
  await isOn("Sending your profile");
  expect(await screen.findByText("We can’t reach the server right now")).toBeDefined();
  expect(screen.getByText(/^Trying again in \d+ seconds?$/)).toBeDefined();
  expect(screen.getByText(/^You can close this page/)).toBeDefined();
});

test("opens the first page with an error that the server found after a restart", async () => {
  // The photos that were picked are gone.
  leaveDraft();
  writeRecord(userId, "outbox", { idempotencyKey: "k", queuedAtMs: 1, sentVersions: [] });
  const shown = openAt(null);
  await isOn("Photos");
  const told = await summary();
  expect(within(told).getByText("Add at least one photo")).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(told));
  expect(readText(outboxKey)).toBeNull();
  expect(shown.at(-1)).toEqual({ page: "photos", isChange: true });
});

test("asks the person to keep the page open if closing it would lose the queued form", async () => {
  leaveDraft();
  fillStorage((key) => key.endsWith(":outbox"));
  writeRecord(userId, "outbox", { idempotencyKey: "k", queuedAtMs: 1, sentVersions: [] });
  const requestToken = async () => {
    throw new NetworkError("no answer");
  };
  openAt("life", { ports: { ...workingPorts(), requestToken } });
  expect(await screen.findByText("We can’t reach the server right now")).toBeDefined();
  expect(screen.queryByText(/^You can close this page/)).toBeNull();
  expect(screen.getByText(/^Keep this page open/)).toBeDefined();
  cleanup();
  vi.unstubAllGlobals();
  removeStored(outboxKey);
});

test("renews an ID token of LINE that is too old when the person asks for it", async () => {
  leaveDraft();
  writeRecord(userId, "outbox", { idempotencyKey: "k", queuedAtMs: 1, sentVersions: [] });
  const requestToken = async () => {
    throw apiError("E001");
  };
  const onLogin = vi.fn();
  openAt("check", { ports: { ...workingPorts(), requestToken }, onLogin });
  await screen.findByText("Please log in to LINE again");
  expect(onLogin).not.toHaveBeenCalled();
  press("Log in to LINE again");
  expect(onLogin).toHaveBeenCalledOnce();
  expect(readText(outboxKey)).not.toBeNull();
});

test("lets a person who is offline after the answer try again to see the profile", async () => {
  leaveDraft();
  writeRecord(userId, "outbox", { idempotencyKey: "k", queuedAtMs: 1, sentVersions: ["x"] });
  let isOffline = true;
  const onArrived = vi.fn(async () => !isOffline);
  openAt("check", { onArrived });
  // The server has an earlier version of the form. The page stays until the person has read that.
  await isOn("Your profile was already sent");
  expect(onArrived).not.toHaveBeenCalled();
  press("See my profile");
  expect(await screen.findByText(/^It has arrived\./)).toBeDefined();
  isOffline = false;
  press("See my profile");
  await waitFor(() => expect(onArrived).toHaveBeenCalledTimes(2));
  cleanup();
  expect(Object.keys(localStorage)).toEqual([]);
});
