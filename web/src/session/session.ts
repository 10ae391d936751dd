/** The session of the person: the token, the last known info about the person, and the registration. */

import { useSyncExternalStore } from "react";
import type { ReviewStatus } from "#/core/core";
import type { Account } from "#/lib/account";
import type { FailureSource } from "#/lib/failure-source";
import { createStore, useStore } from "#/lib/store";
import {
  clearToken,
  clearUserInfo,
  readToken,
  readUserInfo,
  type UserInfo,
  writeToken,
  writeUserInfo,
} from "./cookies";

export type Registration =
  | "unknown"
  | "registered"
  /** The server has no account of the person. Only this answer leads to the form. */
  | "notRegistered"
  /** E001: the server refused LINE's ID token. */
  | "refused"
  /** The server did not answer or failed temporarily, so the app uses the last known info. */
  | "unreachable";

export interface Session {
  token: string | null;
  userInfo: UserInfo | null;
  registration: Registration;
  failureSource: FailureSource | null;
  /** A signed URL that expires within minutes, so no cookie stores it. */
  avatarUrl: string | null;
}

let ending = new AbortController();
/** The LINE user of this window. Another window may have logged in another LINE user since. */
let account: Account = { userId: "", signal: ending.signal };
/** False if the browser dropped the cookie that the app wrote last. */
let areCookiesKept = true;

const store = createStore<Session>({
  token: null,
  userInfo: null,
  registration: "unknown",
  failureSource: null,
  avatarUrl: null,
});

/**
 * Restores the session from the cookies. If the cookies have no user info of this LINE user, deletes the cookies even
 * if another LINE user owns them. That user then needs only one call to log in again.
 */
export function restoreSession(userId: string): void {
  beginAccount(userId);
  const userInfo = readUserInfo(userId);
  if (userInfo) {
    store.set({ token: readToken(userId), userInfo });
    return;
  }
  clearToken();
  clearUserInfo();
  clearSession();
}

function beginAccount(userId: string): void {
  const ended = ending;
  ending = new AbortController();
  account = { userId, signal: ending.signal };
  ended.abort();
}

export const currentAccount = (): Account => account;

/**
 * Returns a function that returns the account's own object, such as its outbox. The first call for an account makes the
 * object. After a logout, the next call makes a new object.
 */
export function ownedByAccount<Owned>(make: (account: Account) => Owned): () => Owned {
  const all = new WeakMap<Account, Owned>();
  return () => {
    const owned = all.get(account) ?? make(account);
    all.set(account, owned);
    return owned;
  };
}

/** Returns the object of `ownedByAccount`, and renders the component again when a logout replaces the object. */
export function useOwned<Owned>(owned: () => Owned): Owned {
  return useSyncExternalStore(store.subscribe, owned);
}

interface Observable<State> {
  readonly getState: () => State;
  readonly subscribe: (listener: () => void) => () => void;
}

export function useOwnedState<State>(owned: () => Observable<State>): State {
  const { subscribe, getState } = useOwned(owned);
  return useSyncExternalStore(subscribe, getState);
}

/**
 * Returns whether the person has left this page. WebKit runs the code of such a page for a moment longer. The code then
 * sees no cookies, and a redirect would move the next page, because `window` is already the window of that page.
 */
const isPageLeft = () => document.defaultView === null;

/**
 * Logs out in this tab if another tab, which shares the cookies, has logged out or has logged in another LINE user.
 * Returns whether this tab logged out.
 */
export function syncLogout(): boolean {
  if (isPageLeft()) return false;
  const { userInfo } = store.get();
  const isOver = areCookiesKept && userInfo !== null && readUserInfo(userInfo.userId) === null;
  if (isOver) logOut();
  return isOver;
}

export function getSession(): Session {
  return store.get();
}

/**
 * Returns the token to send. The cookie has priority over memory, because another tab may have stored a new token or
 * another LINE user. If the browser keeps no cookies, returns the token in memory.
 */
export function currentToken(): string | null {
  if (isPageLeft()) return store.get().token;
  const stored = readToken(account.userId);
  const { token } = store.get();
  if (stored === token || !areCookiesKept) return token;
  store.set({ token: stored });
  return stored;
}

export const subscribeSession = store.subscribe;

export function useSession(): Session {
  return useStore(store);
}

export function isLoggedIn({ token, userInfo }: Session): boolean {
  return token !== null || userInfo !== null;
}

/** Returns whether a member logged out on purpose. LINE and the server still know the member. */
export function isLoggedOut({ registration, userInfo }: Session): boolean {
  return registration === "registered" && userInfo === null;
}

/**
 * Returns whether the person is an approved member, as far as this device knows. While the session has no user info,
 * the result is a guess from the cookie, which may belong to another LINE user.
 */
export function isApproved(): boolean {
  return knownUserInfo()?.reviewStatus === "APPROVED";
}

/** Returns true if this device knows the person's profile. The result is a guess as that of `isApproved()` is. */
export const isKnown = (): boolean => knownUserInfo() !== null;

const knownUserInfo = () => store.get().userInfo ?? readUserInfo();

export function isWithReviewers(status: ReviewStatus | null): boolean {
  return status === "PENDING" || status === "IN_REVIEW";
}

export function setToken(token: string): void {
  writeToken(account.userId, token);
  areCookiesKept = readToken(account.userId) === token;
  store.set({ token });
}

/**
 * Removes a token that the server refused, unless another tab has replaced it in the meantime. The
 * user info stays.
 */
export function dropToken(sentToken: string | null): void {
  if (currentToken() !== sentToken) return;
  clearToken();
  store.set({ token: null });
}

export function setUserInfo(userInfo: UserInfo): void {
  // If another window logged out before this answer arrived, the answer must not restore the session.
  if (syncLogout()) return;
  writeUserInfo(userInfo);
  areCookiesKept = readUserInfo(userInfo.userId) !== null;
  store.set({ userInfo });
}

export function setReviewStatus(reviewStatus: ReviewStatus, isTakenBack?: boolean): void {
  syncLogout();
  const { userInfo } = store.get();
  if (userInfo) setUserInfo({ ...userInfo, reviewStatus, isTakenBack });
}

export function setRegistration(registration: Registration): void {
  store.set({ registration, failureSource: null });
}

export function setUnreachable(failureSource: FailureSource): void {
  store.set({ registration: "unreachable", failureSource });
}

export function setAvatarUrl(avatarUrl: string | null): void {
  store.set({ avatarUrl });
}

/** Logs out on purpose. After that, only `logInAgain()` logs in. */
export function logOut(): void {
  clearSession();
  setRegistration("registered");
}

/** Ends the session on this device. Keeps the cookies of another LINE user, because another window uses them. */
export function clearSession(): void {
  const { userId } = account;
  if (userId === "" || readToken(userId) !== null) clearToken();
  if (userId === "" || readUserInfo(userId)) clearUserInfo();
  beginAccount(userId);
  store.set({ token: null, userInfo: null, avatarUrl: null });
}
