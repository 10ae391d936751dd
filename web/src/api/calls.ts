/** Every call the app makes, by what it is for. */
import type { ReviewStatus } from "../core/core";
import { getIdToken, getLiffUser } from "../liff/liff";
import { api, sessionHeaders, unwrap } from "./client";
import type { components } from "./schema";

export type MyInfo = components["schemas"]["MyInfoResponse"];

/** The proof of who this is at LINE. */
async function idTokenHeaders(): Promise<Record<string, string>> {
  const idToken = await getIdToken();
  return idToken ? { "X-Line-Id-Token": idToken } : {};
}

/** E003 when there is no account. A session is proof as good as LINE's. */
export async function fetchReviewStatus(): Promise<ReviewStatus> {
  const proof = sessionHeaders();
  const headers = proof.Authorization ? proof : await idTokenHeaders();
  const params = { path: { userId: getLiffUser().userId } };
  const call = api().GET("/user/review-status/{userId}", { params, headers });
  return (await unwrap(call)).reviewStatus;
}

/** A session token for LINE's proof. */
export async function login(): Promise<string> {
  const { userId } = getLiffUser();
  const body = { account: userId, password: userId };
  const headers = await idTokenHeaders();
  return (await unwrap(api().POST("/user/login", { body, headers }))).token;
}

export async function fetchMyInfo(): Promise<MyInfo> {
  return await unwrap(api().GET("/user/my-info", { headers: sessionHeaders() }));
}

/** Revokes the session. */
export async function logout(): Promise<void> {
  await unwrap(api().POST("/user/logout", { headers: sessionHeaders() }));
}

/** A registration ticket, which outlives the hour of LINE's proof. */
export async function fetchTicket(): Promise<{ token: string; expiresAt: string }> {
  const body = { account: getLiffUser().userId };
  const headers = await idTokenHeaders();
  return await unwrap(api().POST("/user/registration", { body, headers }));
}
