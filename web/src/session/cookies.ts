/**
 * The cookies with the token and the user info, for 7 days. The server never reads them. All windows
 * of the browser share them, so both name the LINE user whom they belong to.
 */
import type { ReviewStatus } from "#/core/core";

/** The part of the info that fits into a cookie: browsers drop a cookie of more than 4 KB. */
export interface UserInfo {
  userId: string;
  nickname: string;
  reviewStatus: ReviewStatus;
  /** True if no reviewer asks: the member took the profile back. */
  isTakenBack?: boolean | undefined;
}

const lifetimeS = 7 * 24 * 60 * 60;
/** Over https, a browser takes a cookie of this prefix from this host only, and no sibling host can add another. */
const hostPrefix = "__Host-";
const tokenCookie = "enmusubi_token";
const userInfoCookie = "enmusubi_userInfo";

/** Returns the token of this LINE user, or null if there is none or it belongs to another one. */
export function readToken(userId: string): string | null {
  const owned = readCookies(tokenCookie).find((text) => text.startsWith(`${userId}:`));
  return owned?.slice(userId.length + 1) ?? null;
}

export function writeToken(userId: string, token: string): void {
  writeCookie(tokenCookie, `${userId}:${token}`);
}

/** Returns the info about this LINE user, or about any without one. */
export function readUserInfo(ofUserId?: string): UserInfo | null {
  const found = readCookies(userInfoCookie).map(parseUserInfo);
  return found.find((info) => info && (!ofUserId || info.userId === ofUserId)) ?? null;
}

function parseUserInfo(text: string): UserInfo | null {
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

/** Returns the texts of all cookies of this name: over http, a sibling host can put its own before ours. */
function readCookies(name: string): string[] {
  const start = `${fullName(name)}=`;
  const found = document.cookie.split("; ").filter((cookie) => cookie.startsWith(start));
  return found.flatMap((cookie) => {
    try {
      // Some browsers keep a deleted cookie as a name without a value.
      return decodeURIComponent(cookie.slice(start.length)) || [];
    } catch {
      // A sibling host may have written it.
      return [];
    }
  });
}

const isSecure = () => window.location.protocol === "https:";
const fullName = (name: string) => (isSecure() ? hostPrefix + name : name);

function writeCookie(name: string, value: string, maxAgeS: number = lifetimeS): void {
  const secure = isSecure() ? "; Secure" : "";
  const attributes = `Path=/; Max-Age=${maxAgeS}; SameSite=Strict${secure}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older web views.
  document.cookie = `${fullName(name)}=${encodeURIComponent(value)}; ${attributes}`;
}
