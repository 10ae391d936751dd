/** The calls of a registration: for its token, its uploads, and the profile itself. */
import type { ProfileDraft, UserProfileCreate } from "#/core/core";
import { getLiffUser } from "#/liff/liff";
import { defineRecord } from "#/storage/records";
import { createRegistrationToken, idTokenHeaders } from "./account";
import { call, slowFetch } from "./client";
import { hasCode, hasTokenExpired, isUnauthenticated } from "./error";
import type { components } from "./schema";
import { type Upload, type UploadOptions, type UploadPurpose, uploadFile } from "./upload";
import type { WithCredentials } from "./work-email";

interface StoredToken {
  token: string;
  /** The time at which the token expires, by the server's clock. */
  expiresAt: string;
  /** The time at which the device received the token, by the device's clock, which may be wrong by years. */
  receivedAtMs?: number;
}

const tokenRecord = defineRecord<StoredToken>({
  name: "registrationToken",
  parse(value) {
    const { token, expiresAt, receivedAtMs }: Partial<StoredToken> = Object(value);
    if (typeof token !== "string" || typeof expiresAt !== "string") return null;
    return { token, expiresAt, ...(typeof receivedAtMs === "number" ? { receivedAtMs } : {}) };
  },
});

/** The time for which a token must still be valid, so that it does not expire while the app sends the form. */
const marginMs = 60_000;

/**
 * Fetches a registration token unless the stored token is valid for another `validForMs`. The app uses this token
 * because LINE's ID token expires before a person completes a long form, or sends it hours later.
 */
export async function ensureRegistrationToken(validForMs = marginMs): Promise<void> {
  const stored = readToken();
  if (stored && seemsValidFor(stored, validForMs)) return;
  try {
    const { token, expiresAt } = await createRegistrationToken();
    tokenRecord.write(getLiffUser().userId, { token, expiresAt, receivedAtMs: Date.now() });
  } catch (error) {
    // LINE's ID token has expired, so the server issues no new registration token. The stored token may still be valid.
    if (!stored || !isUnauthenticated(error)) throw error;
  }
}

function deleteRegistrationToken(userId: string): void {
  tokenRecord.remove(userId);
}

/** Sends the payload, or the draft if core did not load. The server creates only one profile for an idempotency key. */
export async function createUserProfile(
  payload: UserProfileCreate | ProfileDraft,
  idempotencyKey: string,
  signal?: AbortSignal,
): Promise<void> {
  await withStoredToken((authorization) =>
    call(
      (client) =>
        client.POST("/user-profile", {
          // Cast the draft, because the OpenAPI document describes only the payload. The server accepts a draft too.
          body: payload as components["schemas"]["UserProfileCreate"],
          headers: { ...authorization, "Idempotency-Key": idempotencyKey },
          signal: signal ?? null,
          fetch: slowFetch,
        }),
      { usesSession: false },
    ),
  );
}

export async function uploadTempFile(
  file: Blob,
  purpose: UploadPurpose,
  onProgress?: UploadOptions["onProgress"],
  signal?: AbortSignal,
): Promise<Upload> {
  return await withStoredToken((headers) =>
    uploadFile(file, purpose, { headers, onProgress, signal }),
  );
}

/**
 * Returns whether the account exists. Sends LINE's ID token, which may have expired, and the registration token, which
 * the server may have deleted.
 */
export async function isRegistered(): Promise<boolean> {
  const params = { path: { userId: getLiffUser().userId } };
  const stored = readToken();
  const headers = { ...(await idTokenHeaders()), ...(stored ? bearer(stored) : {}) };
  try {
    await call((client) => client.GET("/user/review-status/{userId}", { params, headers }), {
      usesSession: false,
    });
    return true;
  } catch (error) {
    if (hasCode(error, "E003")) return false;
    throw error;
  }
}

/**
 * Sends a request with a registration token. Fetches a token if none is stored or the server refuses the stored token.
 */
export const withRegistrationToken: WithCredentials = async (send) => {
  const once = async () => {
    await ensureRegistrationToken();
    return await withStoredToken((headers) => send({ headers, usesSession: false }));
  };
  try {
    return await once();
  } catch (error) {
    if (!hasTokenExpired(error)) throw error;
    return await once();
  }
};

/** Deletes a token that the server refuses, so that the next attempt fetches a new token. */
async function withStoredToken<Answer>(
  send: (authorization: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(bearer(readToken() ?? { token: "" }));
  } catch (error) {
    if (hasTokenExpired(error)) deleteRegistrationToken(getLiffUser().userId);
    throw error;
  }
}

const bearer = ({ token }: Pick<StoredToken, "token">) => ({ Authorization: `Bearer ${token}` });

/** Returns the stored token even if it has expired by the device's clock, because only the server knows the time. */
const readToken = () => tokenRecord.read(getLiffUser().userId);

/**
 * Returns whether the token seems valid for another `validForMs`. A token that seemed expired on arrival shows that the
 * device's clock is wrong, so the token counts as valid until the server refuses it.
 */
function seemsValidFor({ expiresAt, receivedAtMs }: StoredToken, validForMs: number): boolean {
  const expiresAtMs = Date.parse(expiresAt);
  const isClockWrong = receivedAtMs !== undefined && expiresAtMs - marginMs <= receivedAtMs;
  return isClockWrong || expiresAtMs - validForMs > Date.now();
}
