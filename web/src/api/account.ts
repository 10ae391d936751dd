/** The calls about the account: its status, its sessions, its data, and its end. */
import type { Language } from "#/core/core";
import { getIdToken, getLiffUser } from "#/liff/liff";
import { call } from "./client";
import { resetShownFailures } from "./failure-toasts";
import type { components } from "./schema";

export type MyInfo = components["schemas"]["MyInfoResponse"];
type ProfileStatus = components["schemas"]["StandingResponse"];
type RegistrationToken = components["schemas"]["RegistrationResponse"];

export async function idTokenHeaders(): Promise<Record<string, string>> {
  const idToken = await getIdToken();
  return idToken ? { "X-Line-Id-Token": idToken } : {};
}

/**
 * The status is null for a person without an account, but a server of an earlier build throws E003 instead. Sends
 * LINE's ID token too, because the server answers E001 if an expired session comes without the token.
 */
export async function fetchReviewStatus(): Promise<ProfileStatus> {
  const headers = await idTokenHeaders();
  const params = { path: { userId: getLiffUser().userId }, query: { orNull: true } };
  return await call((client) => client.GET("/user/review-status/{userId}", { params, headers }), {
    isSafe: true,
  });
}

export async function login(): Promise<string> {
  const { userId } = getLiffUser();
  const body = { account: userId, password: userId };
  const headers = await idTokenHeaders();
  const { token } = await call((client) => client.POST("/user/login", { body, headers }), {
    usesSession: false,
  });
  resetShownFailures();
  return token;
}

export async function fetchMyInfo(): Promise<MyInfo> {
  return await call((client) => client.GET("/user/my-info"), {
    isSafe: true,
  });
}

/** Revokes a session that the device has deleted already. If the call fails, the session ends when it expires. */
export async function logout(token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  await call((client) => client.POST("/user/logout", { headers }), {
    usesSession: false,
  });
}

export async function logoutEverywhere(): Promise<void> {
  await call((client) => client.POST("/user/logout-everywhere"));
}

/** Exchanges LINE's ID token, which is valid for only an hour, for a token that is valid for days. */
export async function createRegistrationToken(): Promise<RegistrationToken> {
  const body = { account: getLiffUser().userId };
  const headers = await idTokenHeaders();
  return await call((client) => client.POST("/user/registration", { body, headers }), {
    usesSession: false,
  });
}

/**
 * Returns a path from which any browser can fetch the export for some minutes. `lang` is the language of the page in
 * the export.
 */
export async function createExportLink(lang: Language): Promise<string> {
  const params = { query: { lang } };
  const { url } = await call((client) => client.POST("/user/export", { params }));
  return url;
}

/**
 * Deletes the account. With LINE's access token, the server also revokes the permissions that the person gave the app
 * in LINE. Returns false if the server could not revoke the permissions.
 */
export async function deleteUser(accessToken: string | null): Promise<boolean> {
  const headers = accessToken ? { "X-Line-Access-Token": accessToken } : {};
  const { lineAccessWithdrawn } = await call((client) => client.DELETE("/user", { headers }));
  return lineAccessWithdrawn;
}
