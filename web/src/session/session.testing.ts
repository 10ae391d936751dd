/** Test support: a window in which a member is logged in. */
import { clearToken, clearUserInfo, type UserInfo } from "./cookies";
import { restoreSession, setRegistration, setToken, setUserInfo } from "./session";

export function logIn(userId: string, info: Partial<UserInfo> = {}): void {
  clearToken();
  clearUserInfo();
  restoreSession(userId);
  setRegistration("registered");
  setToken("token");
  setUserInfo({ userId, nickname: "Mei", reviewStatus: "APPROVED", ...info });
}
