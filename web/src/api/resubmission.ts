/** The calls of a member who answers a reviewer's request for more, or who takes the profile back. */
import type { ProfileDraft } from "#/core/core";
import { call, sessionHeaders, slowFetch } from "./client";
import { NetworkError } from "./error";
import type { components } from "./schema";
import { type Upload, type UploadOptions, type UploadPurpose, uploadFile } from "./upload";

/** Sends the fields that the reviewer wants again. The server stores only one resubmission for an idempotency key. */
export async function resubmit(
  answers: ProfileDraft,
  idempotencyKey: string,
  signal?: AbortSignal,
): Promise<void> {
  await call((client) =>
    client.PUT("/user-profile/resubmission", {
      // Cast the draft, because the OpenAPI document describes only the payload. The server accepts a draft too.
      body: answers as components["schemas"]["ResubmissionRequest"],
      headers: { "Idempotency-Key": idempotencyKey },
      signal: signal ?? null,
      fetch: slowFetch,
    }),
  );
}

/**
 * Takes back a profile that waits for review. Throws E008 if a reviewer has claimed the profile or decided about it.
 */
export async function takeBack(): Promise<void> {
  await call((client) => client.POST("/user-profile/withdrawal"));
}

export async function uploadAsMember(
  file: Blob,
  purpose: UploadPurpose,
  onProgress: UploadOptions["onProgress"],
  signal?: AbortSignal,
): Promise<Upload> {
  return await uploadFile(file, purpose, { headers: sessionHeaders(), onProgress, signal });
}

/** The URL is signed, so the request needs no session. */
export async function fetchPhoto(url: string): Promise<Blob> {
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) throw new NetworkError("no photo");
  return await answer.blob();
}
