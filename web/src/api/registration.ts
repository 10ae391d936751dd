/** The calls of a registration: its token, its uploads, and the profile itself. */
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
  /** The time by the server's clock. */
  expiresAt: string;
  /** The time by the device's clock, which may be wrong by years. */
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

/** Sending a form takes a moment, so a token that expires sooner is replaced first. */
const marginMs = 60_000;

/**
 * Fetches a registration token unless the stored one is valid for another `validForMs`. A long form
 * and a submission hours later outlive LINE's ID token.
 */
export async function ensureRegistrationToken(validForMs = marginMs): Promise<void> {
  const stored = readToken();
  if (stored && seemsValidFor(stored, validForMs)) return;
  try {
    const { token, expiresAt } = await createRegistrationToken();
    tokenRecord.write(getLiffUser().userId, { token, expiresAt, receivedAtMs: Date.now() });
  } catch (error) {
    // LINE's ID token is too old for a new one: the server decides whether the stored one still works.
    if (!stored || !isUnauthenticated(error)) throw error;
  }
}

/** Deletes the token of an account that exists by now. */
function deleteRegistrationToken(userId: string): void {
  tokenRecord.remove(userId);
}

/** Sends the payload, or the draft if the core did not load. One key makes one profile at most. */
export async function createUserProfile(
  payload: UserProfileCreate | ProfileDraft,
  idempotencyKey: string,
  signal?: AbortSignal,
): Promise<void> {
  await withStoredToken((authorization) =>
    call(
      (client) =>
        client.POST("/user-profile", {
          // The OpenAPI document has the payload only; the server accepts a draft too.
          body: payload as components["schemas"]["UserProfileCreate"],
          headers: { ...authorization, "Idempotency-Key": idempotencyKey },
          signal: signal ?? null,
          fetch: slowFetch,
        }),
      { usesSession: false },
    ),
  );
}

/** Uploads one file for the profile. */
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
 * Returns whether the account exists. The request carries both credentials: LINE's ID token may have
 * expired, and the registration token may be deleted.
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

/** Sends with a registration token: fetches one if there is none, and once more if it has expired. */
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

/** Deletes a token that the server refuses, so that the next attempt fetches another. */
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

/** Returns this person's token, whatever the device's clock says: the server knows the time. */
const readToken = () => tokenRecord.read(getLiffUser().userId);

/** A token that seemed expired on arrival shows a wrong clock: it counts as valid until it is refused. */
function seemsValidFor({ expiresAt, receivedAtMs }: StoredToken, validForMs: number): boolean {
  const expiresAtMs = Date.parse(expiresAt);
  const isClockWrong = receivedAtMs !== undefined && expiresAtMs - marginMs <= receivedAtMs;
  return isClockWrong || expiresAtMs - validForMs > Date.now();
}
