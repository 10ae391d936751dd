/** The calls of someone whom a reviewer asked for more: with their session, and only what was asked. */
import { sessionHeaders } from "./client";
import { NetworkError } from "./error";
import { post, postFile } from "./send";

/** Sends the asked fields. Twice with one key counts once. */
export async function resubmit(
  answers: object,
  idempotencyKey: string,
  signal?: AbortSignal,
): Promise<void> {
  const headers = {
    ...sessionHeaders(),
    "Content-Type": "application/json",
    "Idempotency-Key": idempotencyKey,
  };
  const body = JSON.stringify(answers);
  await post("/user-profile/resubmission", body, { method: "PUT", headers, signal });
}

/** Sends one file; `onProgress` gets the fraction that has left the device. */
export async function uploadAsMember(
  file: Blob,
  purpose: "photo" | "document",
  onProgress: (fraction: number) => void,
  signal?: AbortSignal,
): Promise<{ fileName: string }> {
  return await postFile(file, purpose, { headers: sessionHeaders(), onProgress, signal });
}

/** The bytes of one's own photo, by its signed address. */
export async function fetchPhoto(url: string): Promise<Blob> {
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) throw new NetworkError("no photo");
  return await answer.blob();
}
