import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { TabLock } from "#/lib/tab-lock";
import { stubLocks } from "#/lib/tab-lock.testing";
import { workingPorts } from "#/profile-form/answers/form.testing";
import { photoOrder } from "#/profile-form/files/photo-storage";
import { completeDraft, pictureFile, userId } from "#/profile-form/made-up.testing";
import { type AccountKey, readText, removeStored, writeText } from "#/storage/local";
import { emptiedRecord, recordKey } from "#/storage/records";
import { fillStorage, writeRecord } from "#/storage/storage.testing";
import { box, press, setForm, type } from "./registration-form.testing";
import { draftKey, isOn, leaveDraft, openAt, outboxKey } from "./registration-screen.testing";

vi.mock(import("#/logos/preload"), () => ({ preloadLogos: async () => true }));

setForm();

/** Another window of the same person; it shows the form once it has the lock. */
function openOtherWindow() {
  const lock = new TabLock(`form:${userId}`);
  const close = lock.start();
  const hasLock = () => waitFor(() => expect(lock.getState()).toBe("owned"));
  return { lock, close, hasLock };
}

const elsewhere = "This form is open in another window";

test("has stored what the person typed before another window takes the form over", async () => {
  stubLocks();
  leaveDraft();
  openAt("about");
  await isOn("About you");
  const other = openOtherWindow();
  await waitFor(() => expect(other.lock.getState()).toBe("elsewhere"));
  type(/^Something surprising/, "Typed a moment ago");
  expect(readText(draftKey)).toContain("Typed a moment ago");
  act(() => other.lock.takeOver());
  await isOn(elsewhere);
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  await other.hasLock();
  expect(readText(draftKey)).toContain("Typed a moment ago");

  // The other window changes the draft, and closes.
  leaveDraft({ ...completeDraft, surprisePoint: "Typed in the other window" });
  act(() => other.close());
  await isOn("About you");
  expect(box(/^Something surprising/)).toHaveProperty("value", "Typed in the other window");
  cleanup();
  vi.unstubAllGlobals();
});

test("takes the form over from another window when the person continues here", async () => {
  stubLocks();
  leaveDraft();
  const other = openOtherWindow();
  await other.hasLock();
  openAt("about");
  await isOn(elsewhere);
  leaveDraft({ ...completeDraft, surprisePoint: "Typed elsewhere" });
  press("Continue here");
  await isOn("About you");
  expect(box(/^Something surprising/)).toHaveProperty("value", "Typed elsewhere");
  expect(other.lock.getState()).toBe("elsewhere");
  other.close();
  cleanup();
  vi.unstubAllGlobals();
});

test("stops sending when another window takes the form over", async () => {
  stubLocks();
  leaveDraft();
  writeRecord(userId, "outbox", { idempotencyKey: "k", queuedAtMs: 1, sentVersions: [] });
  const requestToken = () => new Promise<never>(() => undefined);
  const ports = { ...workingPorts(), requestToken };
  openAt("check", { ports });
  await isOn("Sending your profile");
  const other = openOtherWindow();
  await waitFor(() => expect(other.lock.getState()).toBe("elsewhere"));
  act(() => other.lock.takeOver());
  await isOn(elsewhere);
  await other.hasLock();
  expect(readText(outboxKey)).toContain('"queuedAtMs":1');
  other.close();
  cleanup();
  vi.unstubAllGlobals();
});

test("asks for the profile if the window that had the form has sent it", async () => {
  stubLocks();
  const other = openOtherWindow();
  await other.hasLock();
  const onForgotten = vi.fn();
  openAt("check", { onForgotten });
  await isOn(elsewhere);
  expect(onForgotten).not.toHaveBeenCalled();
  act(() => other.close());
  await waitFor(() => expect(onForgotten).toHaveBeenCalledOnce());
  cleanup();
  vi.unstubAllGlobals();
});

/** Takes the form over without a word, as from a window that hangs. */
async function stealForm(): Promise<void> {
  const hold = () => new Promise<never>(() => undefined);
  await act(async () => {
    navigator.locks
      .request(`enmusubi:form:${userId}`, { steal: true }, hold)
      .catch(() => undefined);
  });
}

test("shows what a full store refused, and has it again when the person continues here", async () => {
  stubLocks();
  leaveDraft();
  openAt("about");
  await isOn("About you");
  fillStorage((key) => key.endsWith(":draft"));
  type(/^Something surprising/, "Typed into a full store");
  await stealForm();
  await isOn(elsewhere);
  await screen.findByText("Your last answers here were not saved");
  expect(screen.getByText("Something surprising about me")).toBeDefined();
  expect(screen.getByText("Typed into a full store")).toBeDefined();
  press("Continue here");
  await isOn("About you");
  expect(box(/^Something surprising/)).toHaveProperty("value", "Typed into a full store");
  expect(screen.getByText("Your answers aren’t being saved")).toBeDefined();
  cleanup();
  vi.unstubAllGlobals();
});

test("names the photos that it had not read yet", async () => {
  stubLocks();
  leaveDraft();
  openAt("photos");
  await isOn("Photos");
  const file = pictureFile("me.png");
  vi.spyOn(file, "arrayBuffer").mockReturnValue(new Promise(() => undefined));
  fireEvent.change(screen.getByLabelText(/^Add photo 1/), { target: { files: [file] } });
  await screen.findByText("Reading…");
  await stealForm();
  await isOn(elsewhere);
  await screen.findByText("Your last answers here were not saved");
  expect(screen.getByText("1 photo")).toBeDefined();
  cleanup();
  vi.unstubAllGlobals();
});

test("shows no unsaved answers if everything was stored", async () => {
  stubLocks();
  leaveDraft();
  openAt("about");
  await isOn("About you");
  type(/^Something surprising/, "Typed and stored");
  await stealForm();
  await isOn(elsewhere);
  await act(async () => undefined);
  expect(screen.queryByText("Your last answers here were not saved")).toBeNull();
  cleanup();
  vi.unstubAllGlobals();
});

/** Another window stores a text, or deletes it. */
function storeElsewhere(key: AccountKey, newValue: string | null): void {
  if (newValue === null) removeStored(key);
  else writeText(key, newValue);
  window.dispatchEvent(new StorageEvent("storage", { key: `enmusubi:${key}`, newValue }));
}

test("stores the order of its photos again if a window that hung has written over it", async () => {
  stubLocks();
  leaveDraft();
  openAt("photos");
  await isOn("Photos");
  const old = '{"version":2,"value":{"slots":[],"document":[],"nTries":{},"earlier":{}}}';
  const photosKey = recordKey(userId, "photos");
  fireEvent.change(screen.getByLabelText(/^Add photo 1/), {
    target: { files: [pictureFile("me.png")] },
  });
  await waitFor(() => expect(photoOrder.read(userId)?.slots.flat()).toHaveLength(1));
  storeElsewhere(photosKey, old);
  expect(photoOrder.read(userId)?.slots.flat()).toHaveLength(1);
  // Another window learned that the server has the form, and deletes the records.
  storeElsewhere(draftKey, null);
  storeElsewhere(photosKey, emptiedRecord);
  expect(readText(photosKey)).toBe(emptiedRecord);
  expect(readText(draftKey)).toBeNull();
  storeElsewhere(photosKey, null);
  expect(readText(photosKey)).toBeNull();
  expect(readText(draftKey)).toBeNull();
  cleanup();
  vi.unstubAllGlobals();
});

test("stores its answers again if a window that hung has written over them", async () => {
  stubLocks();
  leaveDraft();
  const old = readText(draftKey) ?? "";
  openAt("about");
  await isOn("About you");
  const overwrite = () => {
    storeElsewhere(draftKey, old);
  };
  // This window has no changes, so it leaves what the other window stored.
  overwrite();
  expect(readText(draftKey)).toBe(old);
  type(/^Something surprising/, "Typed here");
  overwrite();
  expect(readText(draftKey)).toContain("Typed here");
  await stealForm();
  await isOn(elsewhere);
  overwrite();
  expect(readText(draftKey)).toBe(old);
  cleanup();
  vi.unstubAllGlobals();
});

test("leaves the form to another window that stores, in a browser without locks", async () => {
  vi.stubGlobal("navigator", { ...navigator, locks: undefined });
  leaveDraft();
  openAt("about");
  await isOn("About you");
  type(/^Something surprising/, "Typed here");
  leaveDraft({ ...completeDraft, surprisePoint: "Typed elsewhere" });
  act(() => storeElsewhere(draftKey, readText(draftKey)));
  await isOn(elsewhere);
  press("Continue here");
  await isOn("About you");
  expect(box(/^Something surprising/)).toHaveProperty("value", "Typed elsewhere");
  cleanup();
  vi.unstubAllGlobals();
});
