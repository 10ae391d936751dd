/** Finds out who this is to our server: review status, then a login where needed, then their info. */
import { fetchMyInfo, fetchReviewStatus, login, type MyInfo } from "../api/calls";
import { ApiError, hasEnded } from "../api/error";
import {
  currentToken,
  dropToken,
  forgetSession,
  setAvatarUrl,
  setRegistration,
  setReviewStatus,
  setToken,
  setUserInfo,
} from "../session/session";

/** Asks the server; the outcome is the session's `registration`. Never throws. */
export async function recognise(): Promise<void> {
  try {
    setReviewStatus(await fetchReviewStatus());
    await loadMyInfo();
    setRegistration("registered");
  } catch (error) {
    const code = error instanceof ApiError ? error.code : null;
    if (code === "E003") {
      forgetSession();
      setRegistration("notRegistered");
    } else {
      setRegistration(code?.startsWith("E001") ? "refused" : "unreachable");
    }
  }
}

/** The person's own info, as the server has it now. */
export async function loadMyInfo(): Promise<MyInfo> {
  const info = await asMember(fetchMyInfo);
  setUserInfo(info);
  setAvatarUrl(info.avatar?.url ?? null);
  return info;
}

/** A call that needs a session: logs in where there is none, and once more where it has ended. */
export async function asMember<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  if (!currentToken()) setToken(await login());
  const sent = currentToken();
  try {
    return await call();
  } catch (error) {
    if (!hasEnded(error)) throw error;
    // Unless another tab was given a new one meanwhile.
    if (currentToken() === sent) dropToken();
    if (!currentToken()) setToken(await login());
    return await call();
  }
}
