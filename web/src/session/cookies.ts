/**
 * The cookies with the token and the user info, for 7 days. The server never reads them. All windows
 * of the browser share them, so both name the LINE user whom they belong to.
 */
import type { ReviewStatus } from "../core/core";

/** The part of the info that fits into a cookie: browsers drop a cookie of more than 4 KB. */
export interface UserInfo {
  userId: string;
  nickname: string;
  reviewStatus: ReviewStatus;
  /** True if no reviewer asks: the member took the profile back. */
  isTakenBack?: boolean;
}

const lifetimeS = 7 * 24 * 60 * 60;
const tokenCookie = "enmusubi_token";
const userInfoCookie = "enmusubi_userInfo";

/** Returns the token of this LINE user, or null if there is none or it belongs to another one. */
export function readToken(userId: string): string | null {
  const owned = readCookie(tokenCookie);
  return owned?.startsWith(`${userId}:`) ? owned.slice(userId.length + 1) : null;
}

export function writeToken(userId: string, token: string): void {
  writeCookie(tokenCookie, `${userId}:${token}`);
}

export function readUserInfo(): UserInfo | null {
  const text = readCookie(userInfoCookie);
  if (!text) return null;
  try {
    const { userId, nickname, reviewStatus, isTakenBack } = JSON.parse(text) as UserInfo;
    return typeof userId === "string" ? { userId, nickname, reviewStatus, isTakenBack } : null;
  } catch {
    return null;
  }
}

export function writeUserInfo({ userId, nickname, reviewStatus, isTakenBack }: UserInfo): void {
  const userInfo: UserInfo = { userId, nickname, reviewStatus, isTakenBack };
  writeCookie(userInfoCookie, JSON.stringify(userInfo));
}

export function clearToken(): void {
  writeCookie(tokenCookie, "", 0);
}

export function clearUserInfo(): void {
  writeCookie(userInfoCookie, "", 0);
}

function readCookie(name: string): string | null {
  const found = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${name}=`));
  try {
    // Some browsers keep a deleted cookie as a name without a value.
    return (found && decodeURIComponent(found.slice(name.length + 1))) || null;
  } catch {
    // Another site of the same domain may have written it.
    return null;
  }
}

function writeCookie(name: string, value: string, maxAgeS: number = lifetimeS): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  const attributes = `Path=/; Max-Age=${maxAgeS}; SameSite=Strict${secure}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older web views.
  document.cookie = `${name}=${encodeURIComponent(value)}; ${attributes}`;
}
