/** The functions of LINE's SDK that the start-up and the pages use. `flows.ts` has LINE's flows. */

import type { PublicConfig } from "#/lib/config";
import { reload } from "#/lib/reload";
import { loadChunk } from "#/version/load-chunk";
import { removeLoginParameters } from "./login-parameters";
import { sdk } from "./sdk";

export { type Surface, surfaceOf } from "#/lib/surface";

interface LiffUser {
  userId: string;
  displayName: string;
  statusMessage: string | undefined;
}

interface MockedLine {
  idToken: () => Promise<string>;
  isFriend: () => boolean;
}

let initialising: Promise<void> | undefined;
let user: LiffUser | undefined;
let mock: MockedLine | undefined;

interface InitOptions {
  /** True for the dev page, which offers every flow and therefore needs all modules of the SDK. */
  everything?: boolean;
}

/**
 * Initialises LIFF once per page load, before the router changes the URL that the SDK reads. Further calls return the
 * same promise; after a failure the next call tries again.
 */
export function initLiff(config: PublicConfig, options: InitOptions = {}): Promise<void> {
  initialising ??= init(config, options).catch((error: unknown) => {
    initialising = undefined;
    throw error;
  });
  return initialising;
}

async function init(config: PublicConfig, { everything = false }: InitOptions): Promise<void> {
  if (everything) await loadChunk(() => import("./whole-sdk"));
  if (config.mockEnable) {
    const { installMock } = await loadChunk(() => import("./mock"));
    mock = await installMock(config);
    return;
  }
  try {
    await sdk.init({ liffId: config.liffId });
  } finally {
    removeLoginParameters();
  }
}

export function isLineLoggedIn(): boolean {
  return sdk.isLoggedIn();
}

/** Leaves the page for LINE's login, which returns to the same address. */
export function loginToLine(): void {
  // OAuth forbids a fragment in the address that a login returns to (RFC 6749, section 3.1.2), so remove it.
  const [redirectUri = ""] = window.location.href.split("#");
  sdk.login({ redirectUri });
}

/** Deletes LINE's tokens, so that the next start of the app logs in to LINE. */
export function logoutOfLine(): void {
  sdk.logout();
}

export function loginToLineAgain(): void {
  logoutOfLine();
  loginToLine();
  // The login of the mock does not leave the page, so reload the page to start again.
  if (mock) reload();
}

export async function loadLiffUser(): Promise<LiffUser> {
  const { userId, displayName, statusMessage } = await sdk.getProfile();
  user = { userId, displayName, statusMessage };
  return user;
}

export function getLiffUser(): LiffUser {
  if (!user) throw new Error("the start-up has not loaded the LINE user yet");
  return user;
}

export const lineDisplayName = (): string | null => user?.displayName ?? null;

export async function fetchFriendship(): Promise<boolean> {
  return mock ? mock.isFriend() : (await sdk.getFriendship()).friendFlag;
}

/** Returns LINE's ID token, the credentials of calls without a session, or null if LINE gave none. */
export async function getIdToken(): Promise<string | null> {
  return mock ? await mock.idToken() : sdk.getIDToken();
}

export function lineLanguage(): string | null {
  // The mock always says English. Return null, so that the caller uses the browser's languages.
  if (mock) return null;
  try {
    return sdk.getAppLanguage();
  } catch {
    return null;
  }
}

/** Returns false with the mock, which claims to be inside LINE. */
export function isInLine(): boolean {
  return !mock && sdk.isInClient();
}

export const isMocked = (): boolean => mock !== undefined;

export function openExternally(url: string): void {
  sdk.openWindow({ url, external: true });
}
