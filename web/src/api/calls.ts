/** Every call the app makes, by what it is for. */
import type { ReviewStatus } from "../core/core";
import { getIdToken, getLiffUser } from "../liff/liff";
import { call } from "./client";
import { forgetToldFailures } from "./failure-toasts";
import type { components } from "./schema";

export type MyInfo = components["schemas"]["MyInfoResponse"];

/** The guard's calls: the pages themselves say how they ended. */
const silently = { showToast: false } as const;

/** The proof of who this is at LINE. */
async function idTokenHeaders(): Promise<Record<string, string>> {
  const idToken = await getIdToken();
  return idToken ? { "X-Line-Id-Token": idToken } : {};
}

/**
 * E003 when there is no account. Goes with both proofs, the session's and LINE's: the answer is the
 * same to every bad one, and would not tell that it is the session that has ended.
 */
export async function fetchReviewStatus(): Promise<ReviewStatus> {
  const headers = await idTokenHeaders();
  const params = { path: { userId: getLiffUser().userId } };
  const { reviewStatus } = await call(
    (client) => client.GET("/user/review-status/{userId}", { params, headers }),
    { ...silently, isSafe: true },
  );
  return reviewStatus;
}

/** A session token for LINE's proof. */
export async function login(): Promise<string> {
  const { userId } = getLiffUser();
  const body = { account: userId, password: userId };
  const headers = await idTokenHeaders();
  const { token } = await call((client) => client.POST("/user/login", { body, headers }), {
    ...silently,
    isPublic: true,
  });
  forgetToldFailures();
  return token;
}

export async function fetchMyInfo(): Promise<MyInfo> {
  return await call((client) => client.GET("/user/my-info"), { ...silently, isSafe: true });
}

/** Revokes a session that is forgotten here already. Without an answer it ends by itself. */
export async function logout(token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  await call((client) => client.POST("/user/logout", { headers }), { ...silently, isPublic: true });
}

/** A registration ticket, which outlives the hour of LINE's proof. */
export async function fetchTicket(): Promise<{ token: string; expiresAt: string }> {
  const body = { account: getLiffUser().userId };
  const headers = await idTokenHeaders();
  return await call((client) => client.POST("/user/registration", { body, headers }), {
    ...silently,
    isPublic: true,
  });
}
