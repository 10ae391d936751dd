/** Finds out who this is to our server: review status, then a login where needed, then their info. */
import { fetchMyInfo, fetchReviewStatus, login, type MyInfo } from "../api/calls";
import { ApiError, hasEnded } from "../api/error";
import {
  currentToken,
  forgetSession,
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

/** The person's own info; logs in first where there is no session, or the one at hand has ended. */
export async function loadMyInfo(): Promise<MyInfo> {
  const info = await withFreshProof(async () => {
    if (!currentToken()) setToken(await login());
    return await fetchMyInfo();
  });
  setUserInfo(info);
  return info;
}

/**
 * A session that has ended was dropped by the call; it is made once more with LINE's own proof, or
 * with what another tab was given meanwhile.
 */
async function withFreshProof<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!hasEnded(error)) throw error;
    return await call();
  }
}
