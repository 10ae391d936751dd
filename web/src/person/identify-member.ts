/** Asks our server for the review status of the person, and for the info about a member. */
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

/** Asks the server, and stores the result as `registration` of the session. Never throws. */
export async function identifyMember(): Promise<void> {
  if (hasLoggedOut()) return;
  const { signal } = currentAccount();
  try {
    const { reviewStatus, takenBack } = await fetchReviewStatus();
    // If the person logged out before this answer arrived, the answer must not undo the logout.
    if (signal.aborted) return;
    if (reviewStatus === null) return forgetMember();
    setReviewStatus(reviewStatus, takenBack);
    await loadMyInfo();
    setRegistration("registered");
  } catch (error) {
    if (signal.aborted || error instanceof LoggedOutMeanwhile) return;
    // E003 means that there is no account. The account was deleted after the server sent the review status, or the
    // server has an earlier build, which sends E003 in place of a null status.
    if (hasCode(error, "E003")) {
      forgetMember();
    } else if (isUnauthenticated(error)) {
      setRegistration("refused");
    } else {
      setUnreachable(failureSource(error));
    }
  }
}

function forgetMember(): void {
  clearSession();
  void answers.deleteAll(getLiffUser().userId);
  setRegistration("notRegistered");
}

export async function loadMyInfo(): Promise<MyInfo> {
  return keepMyInfo(await asMember(fetchMyInfo));
}

/** Logs in a person who has logged out before and wants to return. */
export async function logInAgain(): Promise<void> {
  keepMyInfo(await inSession(fetchMyInfo));
}

function keepMyInfo(info: MyInfo): MyInfo {
  setUserInfo({ ...info, isTakenBack: info.review.takenBack });
  setAvatarUrl(info.avatar?.url ?? null);
  return info;
}

/** Thrown for a call of a member who has logged out, so that the answer to the call does not restore the session. */
class LoggedOutMeanwhile extends Error {
  override name = "LoggedOutMeanwhile";
}

/** Returns whether the person has logged out. Also logs out in this tab if another tab has logged out. */
const hasLoggedOut = () => syncLogout() || isLoggedOut(getSession());

/**
 * Makes a call that needs a session. Logs in first if there is no session. If the session has expired, logs in and
 * calls once more. Throws after a logout, because a retry must not log the person in again.
 */
export async function asMember<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  if (hasLoggedOut()) throw new LoggedOutMeanwhile();
  return await inSession(call);
}

async function inSession<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const { signal } = currentAccount();
  const throwIfLoggedOut = () => {
    // A logout in another window must also end this call.
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

/** Logs in with LINE's ID token. If the server refuses the token, `app/refused.tsx` asks LINE for a new one. */
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
