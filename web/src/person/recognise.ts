/** Finds out who this is to our server: review status, then a login where needed, then their info. */
import { fetchMyInfo, fetchReviewStatus, login, type MyInfo } from "../api/account";
import { ApiError, hasTokenExpired } from "../api/error";
import {
  clearSession,
  currentToken,
  dropToken,
  heedOtherTabs,
  type Registration,
  sessionEpoch,
  setAvatarUrl,
  setRegistration,
  setReviewStatus,
  setToken,
  setUserInfo,
} from "../session/session";

/** Asks the server; the outcome is the session's `registration`. Never throws. */
export async function recognise(): Promise<void> {
  // Whoever logged out in another tab is known, and stays logged out here too.
  if (heedOtherTabs()) return setRegistration("registered");
  try {
    setReviewStatus(await fetchReviewStatus());
    await loadMyInfo();
    setRegistration("registered");
  } catch (error) {
    const outcome = registrationOf(error);
    if (outcome === "notRegistered") clearSession();
    if (outcome) setRegistration(outcome);
  }
}

/** The person's own info, as the server has it now. */
export async function loadMyInfo(): Promise<MyInfo> {
  const info = await asMember(fetchMyInfo);
  setUserInfo(info);
  setAvatarUrl(info.avatar?.url ?? null);
  return info;
}

/** Someone logged out while a call of theirs was under way: nothing may come of it. */
class LoggedOutMeanwhile extends Error {
  override name = "LoggedOutMeanwhile";
}

/** A call that needs a session: logs in where there is none, and once more where it has ended. */
export async function asMember<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  if (heedOtherTabs()) throw new LoggedOutMeanwhile();
  const epoch = sessionEpoch();
  const heedLogout = () => {
    if (sessionEpoch() !== epoch) throw new LoggedOutMeanwhile();
  };
  let sent: string | null = null;
  const answer = async () => {
    if (!currentToken()) await openSession(heedLogout);
    sent = currentToken();
    const answered = await call();
    heedLogout();
    return answered;
  };
  try {
    return await answer();
  } catch (error) {
    if (!hasTokenExpired(error)) throw error;
    heedLogout();
    dropToken(sent);
    return await answer();
  }
}

/** With LINE's proof, which may be refused: the app then asks LINE for another. */
async function openSession(heedLogout: () => void): Promise<void> {
  try {
    const token = await login();
    heedLogout();
    setToken(token);
  } catch (error) {
    if (registrationOf(error) === "refused") setRegistration("refused");
    throw error;
  }
}

/** What a failure says of the account; null where it says nothing. */
function registrationOf(error: unknown): Registration | null {
  if (error instanceof LoggedOutMeanwhile) return null;
  const code = error instanceof ApiError ? error.code : null;
  if (code === "E003") return "notRegistered";
  return code?.startsWith("E001") ? "refused" : "unreachable";
}
