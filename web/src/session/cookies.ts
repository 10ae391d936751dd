/**
 * Two cookies, which last for 7 days, store the token and the user info. The server never reads them. All windows of
 * the browser share the cookies, so each cookie names its LINE user.
 */
import type { ReviewStatus } from "#/core/core";

/** The part of the member's info that fits into a cookie. Browsers drop a cookie of more than 4 KB. */
export interface UserInfo {
  userId: string;
  nickname: string;
  reviewStatus: ReviewStatus;
  /** True if the member took the profile back. The status is then NEEDS_INFO, but no reviewer asks for anything. */
  isTakenBack?: boolean | undefined;
}

const lifetimeS = 7 * 24 * 60 * 60;
/** Over https, a browser accepts a cookie with this prefix only from this host, so sibling hosts cannot set it. */
const hostPrefix = "__Host-";
const tokenCookie = "enmusubi_token";
const userInfoCookie = "enmusubi_userInfo";

/** Returns null if there is no token, or if the token belongs to another LINE user. */
export function readToken(userId: string): string | null {
  const owned = readCookies(tokenCookie).find((text) => text.startsWith(`${userId}:`));
  return owned?.slice(userId.length + 1) ?? null;
}

export function writeToken(userId: string, token: string): void {
  writeCookie(tokenCookie, `${userId}:${token}`);
}

/** Returns the info about this LINE user, or about any LINE user if `ofUserId` is missing. */
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

/**
 * Returns the values of all cookies of this name, because over http a sibling host can put its own cookie before ours.
 */
function readCookies(name: string): string[] {
  const start = `${fullName(name)}=`;
  const found = document.cookie.split("; ").filter((cookie) => cookie.startsWith(start));
  return found.flatMap((cookie) => {
    try {
      // Some browsers keep a deleted cookie as a name without a value.
      return decodeURIComponent(cookie.slice(start.length)) || [];
    } catch {
      // A sibling host may have set an invalid value.
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
