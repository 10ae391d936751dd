import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { NetworkError } from "../../api/error";
import { loadCore } from "../../core/load";
import { TabLock } from "../../lib/tab-lock";
import { stubLocks } from "../../lib/tab-lock.testing";
import { askToConfirm } from "../../overlays/open-dialog";
import * as storage from "../../storage/delete-records";
import { readJson, readText, removeStored, writeText } from "../../storage/local";
import { recordKey } from "../../storage/records";
import { writeRecord } from "../../storage/storage.testing";
import { consentNow } from "./draft/draft-storage";
import { apiError, completeDraft, userId, workingPorts } from "./form/testing";
import type { FormPlace } from "./frame/registration-form";
import {
  box,
  heading,
  press,
  setForm,
  summary,
  surroundings,
  type,
} from "./frame/registration-form.testing";
import type { RegistrationPorts } from "./registration";
import { RegistrationScreen, type Screen, type ScreenState, screenOf } from "./registration-screen";
import type { WorkEmailPorts } from "./work-email/work-email-store";

vi.mock(import("../../logos/preload"), () => ({ preloadLogos: async () => true }));
vi.mock(import("../../overlays/open-dialog"));
vi.mock(import("../../storage/delete-records"), { spy: true });

setForm();

const draftKey = recordKey(userId, "draft");
const outboxKey = recordKey(userId, "outbox");
const mailboxKey = recordKey(userId, "workEmail");

beforeEach(() => vi.mocked(askToConfirm).mockReset().mockResolvedValue(true));

type Surroundings = Partial<typeof surroundings> & {
  ports?: RegistrationPorts;
  workEmail?: WorkEmailPorts;
};

/** Changes the address, as the browser's Back and Forward do. */
let goToPlace: (place: FormPlace | null) => void;

/** Opens the screen at an address, with or without a page of the form. */
function openAt(
  first: FormPlace["page"] | null,
  { ports = workingPorts(), ...rest }: Surroundings = {},
) {
  const shown: (FormPlace | null)[] = [];
  function Host() {
    const [place, goTo] = useState<FormPlace | null>(first && { page: first, isChange: false });
    shown.push(place);
    goToPlace = goTo;
    return (
      <RegistrationScreen
        userId={userId}
        ports={ports}
        place={place}
        goTo={goTo}
        {...surroundings}
        {...rest}
      />
    );
  }
  render(
    <I18nProvider i18n={i18n}>
      <Host />
    </I18nProvider>,
  );
  return shown;
}

const isOn = (title: string) => waitFor(() => expect(heading()).toBe(title));
const agree = () =>
  screen.findByRole("button", { name: "Agree and start" }).then((it) => it.click());

/** A draft that this person left, with their consent. */
function leaveDraft(draft: object = completeDraft): void {
  const consent = consentNow();
  writeText(
    draftKey,
    JSON.stringify({ ...draft, account: userId, idempotencyKey: "k", savedAt: 1, consent }),
  );
}

test("stores nothing before a newcomer agrees, and then opens the first page", async () => {
  const onConsent = vi.fn();
  openAt(null, { onConsent });
  await screen.findByRole("button", { name: "Agree and start" });
  expect(screen.getByText("By starting, you agree to the privacy policy.")).toBeDefined();
  expect(onConsent).not.toHaveBeenCalled();
  expect(Object.keys(localStorage)).toEqual([]);
  await agree();
  await isOn("Who you are");
  expect(onConsent).toHaveBeenCalledOnce();
  expect(readText(draftKey)).toContain("consentedAt");
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
  expect(screen.getByRole("button", { name: "Start over" })).toHaveProperty("disabled", true);
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

test("continues to send a queued form at any address", async () => {
  leaveDraft();
  writeRecord(userId, "outbox", { idempotencyKey: "k", queuedAtMs: 1, nFailed: 3, sent: [] });
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
  writeRecord(userId, "outbox", { idempotencyKey: "k", queuedAtMs: 1, sent: [] });
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
  const { localStorage } = window;
  const setItem = (key: string, value: string) => {
    if (key.endsWith(":outbox")) throw new DOMException("full", "QuotaExceededError");
    localStorage.setItem(key, value);
  };
  const getItem = (key: string) => localStorage.getItem(key);
  const removeItem = (key: string) => localStorage.removeItem(key);
  vi.stubGlobal("localStorage", { getItem, setItem, removeItem });
  writeRecord(userId, "outbox", { idempotencyKey: "k", queuedAtMs: 1, sent: [] });
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
  writeRecord(userId, "outbox", { idempotencyKey: "k", queuedAtMs: 1, sent: [] });
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
  writeRecord(userId, "outbox", { idempotencyKey: "k", queuedAtMs: 1, sent: ["x"] });
  let isOffline = true;
  const onArrived = vi.fn(async () => !isOffline);
  openAt("check", { onArrived });
  // The version that arrived is not the one at hand, which is to be read before the page goes.
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

/** Another window of the same person; it shows the form once it has the lock. */
function openOtherWindow() {
  const lock = new TabLock(`form:${userId}`);
  const close = lock.start();
  const hasLock = () => waitFor(() => expect(lock.getState()).toBe("owned"));
  return { lock, close, hasLock };
}

const elsewhere = "This form is open in another window";

test("stores what the person typed before another window takes the form over", async () => {
  stubLocks();
  leaveDraft();
  openAt("about");
  await isOn("About you");
  const other = openOtherWindow();
  await waitFor(() => expect(other.lock.getState()).toBe("elsewhere"));
  type(/^Something surprising/, "Typed a moment ago");
  act(() => void other.lock.takeOver());
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
  const saved = vi.fn(() => leaveDraft({ ...completeDraft, surprisePoint: "Typed elsewhere" }));
  other.lock.beforeRelease(saved);
  openAt("about");
  await isOn(elsewhere);
  press("Continue here");
  await isOn("About you");
  expect(saved).toHaveBeenCalledOnce();
  expect(box(/^Something surprising/)).toHaveProperty("value", "Typed elsewhere");
  expect(other.lock.getState()).toBe("elsewhere");
  other.close();
  cleanup();
  vi.unstubAllGlobals();
});

test("stops sending when another window takes the form over", async () => {
  stubLocks();
  leaveDraft();
  writeRecord(userId, "outbox", { idempotencyKey: "k", queuedAtMs: 1, sent: [] });
  const requestToken = () => new Promise<never>(() => undefined);
  const ports = { ...workingPorts(), requestToken };
  openAt("check", { ports });
  await isOn("Sending your profile");
  const other = openOtherWindow();
  await waitFor(() => expect(other.lock.getState()).toBe("elsewhere"));
  act(() => void other.lock.takeOver());
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

const opened = { found: "loaded", hasConsent: true, hasAnswers: true } as const;
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
