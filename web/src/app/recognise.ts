/** Finds out who this is to our server: review status, then a login where needed, then their info. */
import { fetchMyInfo, fetchReviewStatus, login, type MyInfo } from "../api/calls";
import { ApiError } from "../api/error";
import {
  dropToken,
  forgetSession,
  getSession,
  setRegistration,
  setReviewStatus,
  setToken,
  setUserInfo,
} from "../session/session";

/** Asks the server; the outcome is the session's `registration`. Never throws. */
export async function recognise(): Promise<void> {
  try {
    const status = await withFreshProof(fetchReviewStatus);
    setReviewStatus(status);
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
    if (!getSession().token) setToken(await login());
    return await fetchMyInfo();
  });
  setUserInfo(info);
  return info;
}

/** A session that has ended is dropped, and the call is made once more with LINE's own proof. */
async function withFreshProof<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const hadSession = error instanceof ApiError && ["E001A", "E001B"].includes(error.code);
    if (!hadSession) throw error;
    dropToken();
    return await call();
  }
}
