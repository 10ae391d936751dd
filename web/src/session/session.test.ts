import { beforeEach, describe, expect, test, vi } from "vitest";
import { clearToken, clearUserInfo, readToken, readUserInfo, type UserInfo } from "./cookies";

const ming: UserInfo = { userId: "U1", nickname: "小明", reviewStatus: "NEEDS_INFO" };
const hua: UserInfo = { userId: "U2", nickname: "小華", reviewStatus: "APPROVED" };

/** Opens a window: each has a memory of its own, and all share the cookies. */
async function openWindow({ userId }: UserInfo) {
  vi.resetModules();
  const session = await import("./session");
  session.restoreSession(userId);
  return session;
}

/** Opens a window in which this LINE user is logged in. */
async function logIn(person: UserInfo) {
  const session = await openWindow(person);
  session.setToken(`token of ${person.userId}`);
  session.setUserInfo(person);
  return session;
}

beforeEach(() => {
  clearToken();
  clearUserInfo();
});

test("two windows of one LINE user share the session", async () => {
  const first = await logIn(ming);
  const second = await openWindow(ming);
  expect(second.getSession().userInfo).toEqual(ming);
  second.setToken("renewed");
  expect(first.currentToken()).toBe("renewed");
  second.clearSession();
  expect(first.currentToken()).toBeNull();
  expect(first.syncLogout()).toBe(true);
});

test("a page that was left does not take its missing cookies for a logout", async () => {
  const session = await logIn(ming);
  clearToken();
  clearUserInfo();
  vi.spyOn(document, "defaultView", "get").mockReturnValueOnce(null);
  expect(session.syncLogout()).toBe(false);
  expect(session.syncLogout()).toBe(true);
});

describe("after another window has logged in another LINE user", () => {
  test("a window sends no token of that user, and logs out here", async () => {
    const first = await logIn(ming);
    await logIn(hua);
    expect(first.currentToken()).toBeNull();
    expect(first.syncLogout()).toBe(true);
    expect(first.getSession()).toMatchObject({ token: null, userInfo: null });
  });

  test("a window that is not logged in yet sends no token of that user", async () => {
    const first = await openWindow(ming);
    await logIn(hua);
    expect(first.currentToken()).toBeNull();
  });

  test("a window leaves the cookies of that user alone", async () => {
    const first = await logIn(ming);
    await logIn(hua);
    first.dropToken("token of U1");
    // A late answer, and a logout.
    first.setUserInfo(ming);
    expect(first.getSession().userInfo).toBeNull();
    first.setReviewStatus("PENDING");
    first.clearSession();
    expect(readToken("U2")).toBe("token of U2");
    expect(readUserInfo()).toEqual(hua);
  });

  test("a window logs out during the other one's login too", async () => {
    const first = await logIn(ming);
    const second = await openWindow(hua);
    second.setToken("token of U2");
    expect(first.currentToken()).toBeNull();
    expect(first.syncLogout()).toBe(true);
    expect(readToken("U2")).toBe("token of U2");
  });

  test("the next window of the first user deletes the cookies and starts without a session", async () => {
    await logIn(hua);
    const again = await openWindow(ming);
    expect(again.getSession()).toMatchObject({ token: null, userInfo: null });
    expect(readToken("U2")).toBeNull();
    expect(readUserInfo()).toBeNull();
  });
});

describe("isApproved", () => {
  test("knows the member of the session", async () => {
    const session = await logIn(ming);
    expect(session.isApproved()).toBe(false);
    session.setReviewStatus("APPROVED");
    expect(session.isApproved()).toBe(true);
    session.clearSession();
    expect(session.isApproved()).toBe(false);
  });

  test("guesses from the cookie before the session is restored", async () => {
    await logIn(hua);
    vi.resetModules();
    const { isApproved } = await import("./session");
    expect(isApproved()).toBe(true);
    clearUserInfo();
    expect(isApproved()).toBe(false);
  });

  test("prefers the session to the cookie that another window has changed", async () => {
    const first = await logIn(hua);
    const second = await logIn(ming);
    expect(first.isApproved()).toBe(true);
    expect(second.isApproved()).toBe(false);
  });
});
