import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { loadCore } from "#/core/load";
import { askToConfirm } from "#/overlays/open-dialog";
import { completeDraft, userId } from "#/profile-form/made-up.testing";
import * as storage from "#/storage/delete-records";
import { readJson, readText, removeStored, writeText } from "#/storage/local";
import { recordKey } from "#/storage/records";
import { writeRecord } from "#/storage/storage.testing";
import { readTabText, writeTabText } from "#/storage/tab";
import { box, heading, press, setForm, type } from "./registration-form.testing";
import { type Screen, type ScreenState, screenOf } from "./registration-screen";
import {
  agree,
  draftKey,
  goToPlace,
  isOn,
  leaveDraft,
  openAt,
} from "./registration-screen.testing";

vi.mock(import("#/logos/preload"), () => ({ preloadLogos: async () => true }));
vi.mock(import("#/overlays/open-dialog"));
vi.mock(import("#/storage/delete-records"), { spy: true });

setForm();

const mailboxKey = recordKey(userId, "workEmail");

beforeEach(() => vi.mocked(askToConfirm).mockReset().mockResolvedValue(true));

test("stores nothing before a newcomer agrees, and then opens the first page", async () => {
  const onConsent = vi.fn();
  openAt(null, { onConsent });
  await screen.findByRole("button", { name: "Start my profile" });
  expect(document.getElementById("consent")?.textContent).toBe(
    "By starting, you agree to the privacy policy.",
  );
  expect(onConsent).not.toHaveBeenCalled();
  expect(Object.keys(localStorage)).toEqual([]);
  await agree();
  await isOn("Who you are");
  expect(onConsent).toHaveBeenCalledOnce();
  expect(readText(draftKey)).toContain("consentedAt");
});

test("begins without another tap if the person tapped before the app had started", async () => {
  writeTabText("started", String(Date.now()));
  openAt(null);
  await isOn("Before you start");
  expect(readText(draftKey)).toContain("consentedAt");
  expect(readTabText("started")).toBeNull();
});

test("begins after a tap on the HTML's screen, which still covers the screen of the app", async () => {
  openAt(null);
  await screen.findByRole("button", { name: "Start my profile" });
  writeTabText("started", String(Date.now()));
  fireEvent.click(document.body);
  await isOn("Before you start");
  expect(readTabText("started")).toBeNull();
});

test("asks for the consent if the tap is too old to be this person's", async () => {
  writeTabText("started", String(Date.now() - 11 * 60_000));
  openAt(null);
  await screen.findByRole("button", { name: "Start my profile", busy: false });
  expect(readText(draftKey)).toBeNull();
});

test("asks once more if the answers were removed after a tap", async () => {
  openAt(null);
  await agree();
  await isOn("Who you are");
  expect(readTabText("started")).toBeNull();
  localStorage.clear();
  openAt(null);
  await screen.findAllByRole("button", { name: "Start my profile", busy: false });
  expect(readText(draftKey)).toBeNull();
});

test("asks for the consent at an address that names a page", async () => {
  openAt("life");
  await agree();
  await isOn("Looks and lifestyle");
});

test("says what is filled in when a person comes back, and opens the page where they left", async () => {
  leaveDraft();
  writeRecord(userId, "draftPage", "about");
  openAt(null);
  await isOn("Welcome back");
  // All but the photos; of tags none were chosen.
  expect(screen.getByText("7 of 9 pages completed")).toBeDefined();
  press("Keep going");
  await isOn("About you");
});

test("opens the same page after a reload", async () => {
  leaveDraft();
  openAt("about");
  await isOn("About you");
});

test("deletes the answers and the page when the person starts over, and keeps the consent", async () => {
  leaveDraft();
  writeRecord(userId, "draftPage", "about");
  openAt(null);
  await isOn("Welcome back");
  vi.mocked(askToConfirm).mockResolvedValueOnce(false);
  press("Start over");
  await waitFor(() => expect(askToConfirm).toHaveBeenCalledOnce());
  expect(readText(draftKey)).toContain("short meetings");
  press("Start over");
  await isOn("Who you are");
  expect(box(/^Nickname/)).toHaveProperty("value", "");
  const stored = readJson(draftKey) as Record<string, unknown>;
  expect(stored).not.toHaveProperty("aboutMe");
  expect(stored.idempotencyKey).not.toBe("k");
  expect(stored.consent).toMatchObject({ policyVersion: 1 });
});

test("offers nothing of a draft while the device deletes it", async () => {
  leaveDraft();
  openAt(null);
  await isOn("Welcome back");
  let finish = () => undefined as unknown;
  const { deleteRecords } = storage;
  const slow = vi.spyOn(storage, "deleteRecords").mockImplementationOnce(async (...event) => {
    await deleteRecords(...event);
    await new Promise((resolve) => {
      finish = () => resolve(null);
    });
  });
  press("Start over");
  const goOn = () => screen.getByRole("button", { name: "Keep going" });
  await waitFor(() => expect(goOn()).toHaveProperty("disabled", true));
  const again = screen.getByRole("button", { name: "Start over" });
  expect(again.getAttribute("aria-disabled")).toBe("true");
  // The closed form must not take answers at an address that names a page either.
  act(() => goToPlace({ page: "about", isChange: false }));
  expect(heading()).toBe("Welcome back");
  act(() => goToPlace(null));
  act(() => void finish());
  await isOn("Who you are");
  slow.mockRestore();
});

test("offers another attempt when the form does not open", async () => {
  const core = await loadCore();
  leaveDraft();
  vi.spyOn(core, "openDraft").mockImplementationOnce(() => {
    throw new WebAssembly.RuntimeError("unreachable");
  });
  openAt("about");
  expect(await screen.findByText(/^We couldn’t load the form/)).toBeDefined();
  press("Try again");
  await isOn("About you");
});

/** Opens a form whose call to the server for a code is on the way, and returns the answer to it. */
async function openSendingCode(): Promise<() => Promise<void>> {
  leaveDraft({ ...completeDraft, verifyMethod: "WORK_EMAIL", employerId: "ibm" });
  let answer = () => undefined as unknown;
  const sendCode = () =>
    new Promise<void>((resolve) => {
      answer = () => resolve();
    });
  const confirm = async () => ({ employerId: "ibm", expiresAt: "2999-01-01T00:00:00Z" });
  openAt("verification", { workEmail: { sendCode, confirm } });
  const email = await screen.findByLabelText("Work email address");
  fireEvent.change(email, { target: { value: "me@ibm.com" } });
  press("Send code");
  expect(readText(mailboxKey)).toContain("me@ibm.com");
  return () => act(async () => void answer());
}

test("stores no mailbox when the server answers after the person started over", async () => {
  const answer = await openSendingCode();
  act(() => goToPlace(null));
  await isOn("Welcome back");
  press("Start over");
  await isOn("Who you are");
  await answer();
  expect(readText(mailboxKey)).toBeNull();
});

test("stores no mailbox when the server answers after the person left the form", async () => {
  const answer = await openSendingCode();
  cleanup();
  removeStored(mailboxKey);
  await answer();
  expect(readText(mailboxKey)).toBeNull();
});

test("puts a damaged draft aside and says so", async () => {
  writeText(draftKey, '{"nickname":"小');
  openAt(null);
  expect(await screen.findByText("We couldn’t read your earlier draft")).toBeDefined();
  expect(readText(recordKey(userId, "unreadDraft"))).toBe('{"nickname":"小');
  await agree();
  await isOn("Who you are");
  type(/^Nickname/, "Ming");
});

test("puts a newer build's draft aside only when the person wants another one", async () => {
  const newer = '{"schemaVersion":99,"nickname":"later"}';
  writeText(draftKey, newer);
  openAt("life");
  await isOn("This page needs an update");
  expect(readText(draftKey)).toBe(newer);
  press("Start a new draft");
  await agree();
  await isOn("Looks and lifestyle");
  expect(readText(recordKey(userId, "unreadDraft"))).toBe(newer);
});

const opened = {
  found: "loaded",
  hasConsent: true,
  isBeginning: false,
  hasAnswers: true,
} as const;
const open: ScreenState = {
  lock: "owned",
  hasWaited: false,
  hasFailed: false,
  form: { ...opened, outbox: { step: "idle" } },
  hasPlace: true,
};
const formOf = (change: Partial<NonNullable<ScreenState["form"]>>) => ({
  form: { ...opened, outbox: { step: "idle" } as const, ...change },
});
const preparing = { outbox: { step: "preparing" } } as const;
const done = { outbox: { step: "done", outcome: "accepted" } } as const;
const rejected = { outbox: { step: "rejected", errors: [] } } as const;
const cancelled = { outbox: { step: "cancelled", mayHaveArrived: true } } as const;

/** The screen, and the difference to an open form at one of its pages. */
const screens: [Screen, string, Partial<ScreenState>][] = [
  ["formPage", "an open form", {}],
  ["formPage", "a browser without locks", { lock: "unsupported" }],
  ["loading", "no answer about the lock yet", { lock: "waiting" }],
  ["elsewhere", "another window has the form", { lock: "elsewhere", hasWaited: true }],
  ["elsewhere", "this window takes the form over", { lock: "waiting", hasWaited: true }],
  ["elsewhere", "another window sends it", { lock: "elsewhere", hasWaited: true, form: null }],
  ["formPage", "this window has taken the form over", { hasWaited: true }],
  ["loadFailed", "core did not load", { hasFailed: true, form: null }],
  ["loading", "the form is not open yet", { form: null }],
  ["newerDraft", "a newer build's draft", formOf({ found: "newer", hasConsent: false })],
  ["consent", "a newcomer", formOf({ found: "none", hasConsent: false, hasAnswers: false })],
  ["consent", "a damaged draft", formOf({ found: "unreadable", hasConsent: false })],
  ["consent", "no consent and no page", { ...formOf({ hasConsent: false }), hasPlace: false }],
  ["facts", "a newcomer who has just agreed", formOf({ isBeginning: true })],
  ["welcomeBack", "a draft and no page", { hasPlace: false }],
  ["toFirstPage", "no answers and no page", { ...formOf({ hasAnswers: false }), hasPlace: false }],
  ["formPage", "no answers", formOf({ hasAnswers: false })],
  ["sending", "a queued form", formOf(preparing)],
  ["sending", "a queued form and no page", { ...formOf(preparing), hasPlace: false }],
  ["arrived", "a form that the server has", formOf(done)],
  ["formPage", "a rejected form", formOf(rejected)],
  ["toErrors", "a rejected form and no page", { ...formOf(rejected), hasPlace: false }],
  ["formPage", "a cancelled form", formOf(cancelled)],
  ["welcomeBack", "a cancelled form and no page", { ...formOf(cancelled), hasPlace: false }],
];

test.each(screens)("shows the screen %s for %s", (screenName, _, change) => {
  expect(screenOf({ ...open, ...change })).toBe(screenName);
});
