/** Test support for the pages of approved members: people, introductions and matches, and the session. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, vi } from "vitest";
import type { Introduction, Introductions, PersonOnCard } from "#/api/introductions";
import type { Match, Note } from "#/api/matches";
import type { PrivacyChoices } from "#/api/privacy";
import { fetchLists, type Lists } from "#/core/lists";
import { activate, loadNamespaces } from "#/i18n/load";
import { getLiffUser } from "#/liff/liff";
import { OverlayOutlet } from "#/overlays/overlay-outlet";
import { unmountAllOverlays } from "#/overlays/overlays";
import { clearSession } from "#/session/session";
import { logIn } from "#/session/session.testing";
import { replaceIndexedDb } from "#/storage/indexed-db.testing";
import { addToast, readToastText } from "#/toasts/toasts";

export const userId = "U1";
const dayMs = 24 * 60 * 60_000;

export const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

export function personOf(person: Partial<PersonOnCard> = {}): PersonOnCard {
  return {
    nickname: "小美",
    age: 32,
    city: "TW-TPE",
    education: "MASTER",
    occupationType: "DESIGN",
    employerVerified: true,
    employerName: null,
    mbti: null,
    achievement: "",
    aboutMe: "",
    dailyLife: "",
    surprisePoint: "",
    datingQuestion: "",
    personalityTagIds: [],
    hobbyTagIds: [],
    exerciseTagIds: [],
    petTagIds: [],
    marriageTypeTagIds: [],
    fertilityPlanTagIds: [],
    photos: [photoOf("a")],
    ...person,
  };
}

export function photoOf(fileId: string): PersonOnCard["photos"][number] {
  return {
    fileId,
    url: `/api/file/fetch/${fileId}?exp=1&sig=2`,
    thumbhash: "",
    width: 3,
    height: 4,
  };
}

export function introductionOf(
  introductionId: string,
  {
    person,
    ...introduction
  }: Partial<Omit<Introduction, "person">> & {
    person?: Partial<PersonOnCard>;
  } = {},
): Introduction {
  return {
    introductionId,
    answer: null,
    day: "2026-11-24",
    expiresAt: inDays(5),
    person: personOf({ nickname: introductionId, ...person }),
    why: { conditions: [], sharedTagIds: [], distanceBand: "<25" },
    ...introduction,
  };
}

export function introductionsOf(
  all: readonly Introduction[],
  circle: Introductions["circle"] = { size: 50, without: [] },
): Introductions {
  return { day: "2026-11-24", nextAt: inDays(1), introductions: [...all], circle };
}

export function matchOf(
  matchId: string,
  { person, ...match }: Partial<Omit<Match, "person">> & { person?: Partial<PersonOnCard> } = {},
): Match {
  return {
    matchId,
    answers: { mine: "", theirs: "" },
    asksIfMet: false,
    contact: { mine: false, theirs: null },
    lastNote: null,
    person: personOf({ nickname: matchId, ...person }),
    since: inDays(-1),
    unread: 0,
    ...match,
  };
}

export function noteOf(noteId: number, note: Partial<Note> = {}): Note {
  return { noteId, mine: false, text: `note ${noteId}`, sentAt: inDays(0), ...note };
}

export const choices: PrivacyChoices = {
  hideFromColleagues: false,
  pausedUntil: null,
  readReceipts: false,
  showEmployer: false,
};

/** Logs in an approved member whose device has stored nothing. The test mocks `liff/liff`. */
export function logInMember(account = userId): void {
  if (vi.isMockFunction(addToast)) vi.mocked(addToast).mockClear();
  replaceIndexedDb();
  switchMember(account);
}

/** Logs in the member and leaves what the device has stored. */
export function switchMember(account: string): void {
  const user = { userId: account, displayName: "Mei", statusMessage: undefined };
  vi.mocked(getLiffUser).mockReturnValue(user);
  logIn(account);
}

/** Takes the page from the screen, and ends the calls that wait for another attempt. */
export function logOutMember(): void {
  cleanup();
  unmountAllOverlays();
  clearSession();
  vi.unstubAllGlobals();
}

export async function loadMessages(): Promise<Lists> {
  await activate("en");
  await loadNamespaces("introductions", "matches", "member", "vocabulary");
  return await fetchLists();
}

/** Draws the page with the place for its dialogs. */
export function draw(page: ReactNode) {
  const framed = (content: ReactNode) => (
    <I18nProvider i18n={i18n}>
      {content}
      <OverlayOutlet />
    </I18nProvider>
  );
  const drawn = render(framed(page));
  return { ...drawn, redraw: (content: ReactNode) => drawn.rerender(framed(content)) };
}

/** Returns the sentences of the test's toasts. The test spies on `toasts/toasts`. */
export const toasts = () => vi.mocked(addToast).mock.calls.map(([title]) => readToastText(title));

/** Returns the first item. Fails the test if there is none. */
export function firstOf<Item>(items: readonly Item[]): Item {
  expect(items.length).toBeGreaterThan(0);
  return items[0] as Item;
}
