/** Identifies the member to our server: the review status, then a login if it is needed, then their info. */
import { fetchMyInfo, fetchReviewStatus, login, type MyInfo } from "#/api/account";
import { failureSource, hasCode, hasTokenExpired, isUnauthenticated } from "#/api/error";
import { getLiffUser } from "#/liff/liff";
import {
  clearSession,
  currentAccount,
  currentToken,
  dropToken,
  getSession,
  isLoggedOut,
  setAvatarUrl,
  setRegistration,
  setReviewStatus,
  setToken,
  setUnreachable,
  setUserInfo,
  syncLogout,
} from "#/session/session";
import { answers } from "#/storage/account-store";

/** Asks the server, and stores the outcome as the session's `registration`. Never throws. */
export async function identifyMember(): Promise<void> {
  if (hasLoggedOut()) return;
  const { signal } = currentAccount();
  try {
    const { reviewStatus, takenBack } = await fetchReviewStatus();
    // A late answer must not undo a logout.
    if (signal.aborted) return;
    if (reviewStatus === null) return forgetMember();
    setReviewStatus(reviewStatus, takenBack);
    await loadMyInfo();
    setRegistration("registered");
  } catch (error) {
    if (signal.aborted || error instanceof LoggedOutMeanwhile) return;
    // A server of an earlier build says so of a person without an account, and every server after a deletion.
    if (hasCode(error, "E003")) {
      forgetMember();
    } else if (isUnauthenticated(error)) {
      setRegistration("refused");
    } else {
      setUnreachable(failureSource(error));
    }
  }
}

/** The person has no account, or none any more. */
function forgetMember(): void {
  clearSession();
  void answers.deleteAll(getLiffUser().userId);
  setRegistration("notRegistered");
}

/** Fetches the member's own info and stores it in the session. */
export async function loadMyInfo(): Promise<MyInfo> {
  return keepMyInfo(await asMember(fetchMyInfo));
}

/** Logs a person in who has logged out and wants to come back. */
export async function logInAgain(): Promise<void> {
  keepMyInfo(await inSession(fetchMyInfo));
}

function keepMyInfo(info: MyInfo): MyInfo {
  setUserInfo({ ...info, isTakenBack: info.review.takenBack });
  setAvatarUrl(info.avatar?.url ?? null);
  return info;
}

/** The member logged out during a call: its answer must not restore the session. */
class LoggedOutMeanwhile extends Error {
  override name = "LoggedOutMeanwhile";
}

/** Returns whether the person has logged out, here or in another tab. */
const hasLoggedOut = () => syncLogout() || isLoggedOut(getSession());

/**
 * Makes a call that needs a session. It logs in first if there is no session, and logs in and calls
 * once more if the session has expired. After a logout it throws: a retry must not log the person in.
 */
export async function asMember<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  if (hasLoggedOut()) throw new LoggedOutMeanwhile();
  return await inSession(call);
}

async function inSession<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const { signal } = currentAccount();
  const throwIfLoggedOut = () => {
    // Another window may have logged out during the call.
    syncLogout();
    if (signal.aborted) throw new LoggedOutMeanwhile();
  };
  let sentToken: string | null = null;
  const attempt = async () => {
    if (!currentToken()) await openSession(throwIfLoggedOut);
    sentToken = currentToken();
    const answer = await call();
    throwIfLoggedOut();
    return answer;
  };
  try {
    return await attempt();
  } catch (error) {
    if (!hasTokenExpired(error)) throw error;
    throwIfLoggedOut();
    dropToken(sentToken);
    return await attempt();
  }
}

/** Logs in with LINE's ID token. If the server refuses it, the app asks LINE for another one. */
async function openSession(throwIfLoggedOut: () => void): Promise<void> {
  try {
    const token = await login();
    throwIfLoggedOut();
    setToken(token);
  } catch (error) {
    throwIfLoggedOut();
    if (isUnauthenticated(error)) setRegistration("refused");
    throw error;
  }
}
