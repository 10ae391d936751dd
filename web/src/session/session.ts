/** Who is here: their session token, what is known of them, and how fresh that is. */
import type { ReviewStatus } from "../core/core";
import { createStore, useStore } from "../lib/store";
import {
  clearToken,
  clearUserInfo,
  readToken,
  readUserInfo,
  type UserInfo,
  writeToken,
  writeUserInfo,
} from "./cookies";

/** What the server last said of the account. */
export type Registration =
  /** Not asked yet. */
  | "unknown"
  | "registered"
  /** E003: no account. Only this sends a person to the form. */
  | "notRegistered"
  /** E001: LINE's proof was refused even after logging in again. */
  | "refused"
  /** No answer, or one that says try again: what was known before still holds. */
  | "unreachable";

export interface Session {
  token: string | null;
  userInfo: UserInfo | null;
  registration: Registration;
  /** Expires within minutes, so it is in no cookie. */
  avatarUrl: string | null;
}

let epoch = 0;
/** False once a cookie that was written was not there. */
let areCookiesKept = true;

const store = createStore<Session>({
  token: null,
  userInfo: null,
  registration: "unknown",
  avatarUrl: null,
});

/**
 * Takes over what the cookies kept. Another account's leftovers are forgotten, and so is a token of
 * which nobody knows whose it is: logging in again costs one call.
 */
export function restoreSession(userId: string): void {
  const userInfo = readUserInfo();
  if (userInfo?.userId === userId) store.set({ token: readToken(), userInfo });
  else clearSession();
}

/**
 * Changes with every logout. What was begun before may neither write what it learns nor log in:
 * compare it with what it was at the beginning.
 */
export const sessionEpoch = () => epoch;

/** Whether another tab has logged out, whose cookies are this one's too; this one then has as well. */
export function heedOtherTabs(): boolean {
  const isLoggedOut = areCookiesKept && store.get().userInfo !== null && readUserInfo() === null;
  if (isLoggedOut) clearSession();
  return isLoggedOut;
}

export function getSession(): Session {
  return store.get();
}

/**
 * The token to send. The cookie has the last word, so that a tab sends what another one was given
 * in its place; memory speaks only where the browser keeps no cookies.
 */
export function currentToken(): string | null {
  const kept = readToken();
  const { token } = store.get();
  if (kept === token || !areCookiesKept) return token;
  store.set({ token: kept });
  return kept;
}

/** Calls the listener after every change. */
export const subscribeSession = store.subscribe;

export function useSession(): Session {
  return useStore(store);
}

/** Seed, section 3: logged in when there is a token or user info. */
export function isLoggedIn({ token, userInfo }: Session): boolean {
  return token !== null || userInfo !== null;
}

/** Logged out on purpose, while LINE and the server still know the person. */
export function isLoggedOut({ registration, userInfo }: Session): boolean {
  return registration === "registered" && userInfo === null;
}

export function setToken(token: string): void {
  writeToken(token);
  areCookiesKept = readToken() === token;
  store.set({ token });
}

/**
 * A token that was sent is of no use any more, unless another tab was given a better one meanwhile;
 * what is known of the person stays.
 */
export function dropToken(sent: string | null): void {
  if (currentToken() !== sent) return;
  clearToken();
  store.set({ token: null });
}

export function setUserInfo(userInfo: UserInfo): void {
  writeUserInfo(userInfo);
  areCookiesKept = readUserInfo() !== null;
  store.set({ userInfo });
}

/** The review status alone changed. */
export function setReviewStatus(reviewStatus: ReviewStatus): void {
  heedOtherTabs();
  const { userInfo } = store.get();
  if (userInfo) setUserInfo({ ...userInfo, reviewStatus });
}

export function setRegistration(registration: Registration): void {
  store.set({ registration });
}

export function setAvatarUrl(avatarUrl: string | null): void {
  store.set({ avatarUrl });
}

export function clearSession(): void {
  epoch += 1;
  clearToken();
  clearUserInfo();
  store.set({ token: null, userInfo: null, avatarUrl: null });
}
