/** The door to LINE's SDK for the start-up and the pages; `flows.ts` is the one for LINE's own flows. */
import type { PublicConfig } from "../lib/config";
import { forgetLoginAnswer } from "./login-answer";
import { sdk } from "./sdk";

export { type Surface, surfaceOf } from "./surface";

/** The LINE user in front of the screen. */
export interface LiffUser {
  userId: string;
  displayName: string;
  statusMessage: string | undefined;
}

/** What stands in for LINE on a developer's machine. */
interface MockedLine {
  idToken: () => Promise<string>;
  isFriend: () => boolean;
}

let initialising: Promise<void> | undefined;
let user: LiffUser | undefined;
let mock: MockedLine | undefined;

interface InitOptions {
  /** With the modules of every flow, for the page that offers them all. */
  everything?: boolean;
}

/**
 * Once per page load, before anything changes the URL. A second call is given what the first one
 * gets; after a failure the next call tries anew.
 */
export function initLiff(config: PublicConfig, options: InitOptions = {}): Promise<void> {
  initialising ??= init(config, options).catch((error: unknown) => {
    initialising = undefined;
    throw error;
  });
  return initialising;
}

async function init(config: PublicConfig, { everything = false }: InitOptions): Promise<void> {
  if (everything) await import("./whole-sdk");
  if (config.mockEnable) {
    const { installMock } = await import("./mock");
    mock = await installMock(config);
    return;
  }
  try {
    await sdk.init({ liffId: config.liffId });
  } finally {
    forgetLoginAnswer();
  }
}

export function isLineLoggedIn(): boolean {
  return sdk.isLoggedIn();
}

/** Leaves the page for LINE's login, which comes back to where the person was. */
export function loginToLine(): void {
  // OAuth knows no fragments in an address to come back to.
  const [redirectUri] = window.location.href.split("#");
  sdk.login({ redirectUri });
}

/** Forgets what LINE handed out; the next start logs in. */
export function logoutOfLine(): void {
  sdk.logout();
}

/** Logs in anew: the proof at hand was refused. */
export function loginToLineAgain(): void {
  logoutOfLine();
  loginToLine();
  // The mock's login leaves nowhere.
  if (mock) window.location.reload();
}

export async function loadLiffUser(): Promise<LiffUser> {
  const { userId, displayName, statusMessage } = await sdk.getProfile();
  user = { userId, displayName, statusMessage };
  return user;
}

/** The user, once the start-up has loaded it. */
export function getLiffUser(): LiffUser {
  if (!user) throw new Error("the LINE user is asked for before the start-up loaded it");
  return user;
}

/** Returns the name that the person has in LINE, or null before the start-up has loaded the user. */
export const lineDisplayName = (): string | null => user?.displayName ?? null;

/** Whether the official account is a friend. */
export async function fetchFriendship(): Promise<boolean> {
  return mock ? mock.isFriend() : (await sdk.getFriendship()).friendFlag;
}

/** The proof of identity for calls without a session. */
export async function getIdToken(): Promise<string | null> {
  return mock ? await mock.idToken() : sdk.getIDToken();
}

/** The language of the LINE app, where it tells. */
export function lineLanguage(): string | null {
  // The mock always claims English; the browser knows better.
  if (mock) return null;
  try {
    return sdk.getAppLanguage();
  } catch {
    return null;
  }
}

/** Whether the page is open inside LINE; the mock is in a browser, whatever it claims. */
export function isInLine(): boolean {
  return !mock && sdk.isInClient();
}

/** Whether LINE is made up. */
export const isMocked = (): boolean => mock !== undefined;

/** Opens a page outside the mini-app. */
export function openExternally(url: string): void {
  sdk.openWindow({ url, external: true });
}
