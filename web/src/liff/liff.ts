/** The only door to LINE's SDK. */
import liff from "@line/liff";
import type { PublicConfig } from "../lib/config";

/** The LINE user in front of the screen. */
export interface LiffUser {
  userId: string;
  displayName: string;
  statusMessage: string | undefined;
}

/** Where the page is open, as far as the browser's name tells. */
export type Surface = "liff" | "lineBrowser" | "elsewhere";

/** What the mock stands in for; the SDK itself needs none of it. */
interface MockSource {
  idToken: () => Promise<string>;
}

let user: LiffUser | undefined;
let mock: MockSource | undefined;

/** LINE's own browser calls itself `Line/…`, and `Line/… LIFF` inside a LIFF view. */
export function surfaceOf(userAgent: string): Surface {
  if (!/\bLine\//.test(userAgent)) return "elsewhere";
  return /\bLIFF\b/.test(userAgent) ? "liff" : "lineBrowser";
}

/** Once per page load, before anything changes the URL. */
export async function initLiff(config: PublicConfig): Promise<void> {
  if (config.mockEnable) {
    const { installMock } = await import("./mock");
    mock = await installMock(config);
    return;
  }
  await liff.init({ liffId: config.liffId });
}

export function isLineLoggedIn(): boolean {
  return liff.isLoggedIn();
}

/** Leaves the page for LINE's login, which comes back to where the person was. */
export function loginToLine(): void {
  liff.login({ redirectUri: window.location.href });
}

/** Logs in anew: the proof at hand was refused. */
export function loginToLineAgain(): void {
  liff.logout();
  loginToLine();
  // The mock's login leaves nowhere.
  if (mock) window.location.reload();
}

export async function loadLiffUser(): Promise<LiffUser> {
  const { userId, displayName, statusMessage } = await liff.getProfile();
  user = { userId, displayName, statusMessage };
  return user;
}

/** The user, once the start-up has loaded it. */
export function getLiffUser(): LiffUser {
  if (!user) throw new Error("the LINE user is asked for before the start-up loaded it");
  return user;
}

/** Whether the official account is a friend. */
export async function fetchFriendship(): Promise<boolean> {
  return (await liff.getFriendship()).friendFlag;
}

/** The proof of identity for calls without a session. */
export async function getIdToken(): Promise<string | null> {
  return mock ? await mock.idToken() : liff.getIDToken();
}

/** The language of the LINE app, where it tells. */
export function lineLanguage(): string | null {
  // The mock always claims English; the browser knows better.
  if (mock) return null;
  try {
    return liff.getAppLanguage();
  } catch {
    return null;
  }
}

/** Opens a page outside the mini-app. */
export function openExternally(url: string): void {
  liff.openWindow({ url, external: true });
}
