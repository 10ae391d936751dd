/** Sends a form once: gets a token, uploads the files, waits for a moment, and sends the payload. */
import {
  ApiError,
  type ErrorCode,
  hasCode,
  isTransient,
  isUnauthenticated,
  NetworkError,
} from "#/api/error";
import { today } from "#/core/use-core";
import { UnusableFile } from "#/pictures/problems";
import type { FormError } from "#/profile-form/form-error";
import type { AnswersWithFiles } from "./answers/answers-store";
import { errorsOfPayload, errorsOfRejection } from "./answers/form-errors";
import { type FileSlot, fileAt, isDocumentSlot, pathOfSlot, slotOfPath } from "./files/photo-list";

/** The calls that sending a form makes. A new profile, a resubmission and an edit call different endpoints. */
export interface SendPorts {
  requestToken(): Promise<unknown>;
  uploadTempFile(
    file: Blob,
    purpose: "photo" | "document",
    onProgress: (fraction: number) => void,
    signal?: AbortSignal,
  ): Promise<{ fileName: string }>;
  send(payload: object, signal?: AbortSignal): Promise<unknown>;
  readFile(userId: string, key: string): Promise<Blob | null>;
  /** Waits between the last upload and the payload. Resolves early if the signal aborts, and never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Thrown by a port if the server needs no form any more, because a reviewer decided or another device sent answers. */
export class NotNeeded extends Error {}

export type SendResult =
  | { kind: "accepted" }
  | { kind: "notNeeded" }
  /** E004: the server has a form of this person already, or got another form under the same idempotency key. */
  | { kind: "conflict" }
  | { kind: "rejected"; errors: FormError[] }
  /** A later attempt may succeed. The code is null if no server answered. */
  | { kind: "temporary"; code: ErrorCode | null; retryAfterMs: number | null }
  /** The server refused the token. The port has deleted the token, so the next attempt gets a new token. */
  | { kind: "tokenExpired" }
  /** The server refused LINE's ID token and gives no new token, so the person has to log in again. */
  | { kind: "loginRequired" }
  | { kind: "permanent"; code: ErrorCode };

interface SendListener {
  onUpload(progress: { number: number; total: number; fraction: number }): void;
  /** Called just before the payload is sent. From then on, the server may have the payload even without a response. */
  onSend(): void;
}

/** The wait between the uploads of a registration and the profile, as docs/product.md specifies. */
const waitAfterUploadsMs = 500;

/** The server refused a file, or the device has lost the file's bytes. The person has to pick another file. */
class RefusedFile extends Error {
  constructor(
    readonly slot: FileSlot,
    readonly code: ErrorCode,
  ) {
    super(`the file at ${pathOfSlot(slot)} was refused`);
  }
}

class LoginRequired extends Error {}

interface SendTask {
  store: AnswersWithFiles;
  ports: SendPorts;
  listener: SendListener;
  signal: AbortSignal;
}

/** Sends the form once. Never throws. */
export async function sendForm(task: SendTask): Promise<SendResult> {
  const { signal } = task;
  try {
    await requestToken(task.ports);
    signal.throwIfAborted();
    const first = await uploadAndSend(task);
    // The server deletes uploads after a day. Upload missing files once more without asking the person.
    return forgetMissingUploads(task.store, first) ? await uploadAndSend(task) : first;
  } catch (error) {
    // Any result will do, because the caller ignores the result of an aborted attempt.
    if (signal.aborted) return { kind: "temporary", code: null, retryAfterMs: null };
    if (!(error instanceof UnusableFile)) return resultOfError(error);
    return { kind: "rejected", errors: task.store.files.errors() };
  }
}

/** Throws `LoginRequired` for E001. In this call, E001 means that the server refused LINE's ID token. */
async function requestToken(ports: SendPorts): Promise<void> {
  try {
    await ports.requestToken();
  } catch (error) {
    if (isUnauthenticated(error)) throw new LoginRequired();
    throw error;
  }
}

async function uploadAndSend(task: SendTask): Promise<SendResult> {
  const { store, ports, listener, signal } = task;
  await uploadFiles(task);
  await ports.wait(waitAfterUploadsMs, signal);
  signal.throwIfAborted();
  const draft = store.wholeDraft();
  const parsed = store.core.parseProfile(draft, today(), store.checkedBirthday);
  if (parsed.refusal) return { kind: "rejected", errors: errorsOfRejection(parsed.refusal) };
  listener.onSend();
  try {
    await ports.send(parsed.payload, signal);
    return { kind: "accepted" };
  } catch (error) {
    // After a cancel, the person edits the answers again, so do not show errors of the answers that were sent.
    signal.throwIfAborted();
    if (!(error instanceof ApiError) || error.fields.length === 0) throw error;
    return { kind: "rejected", errors: errorsOfPayload(error.fields, draft, parsed.payload) };
  }
}

/**
 * Uploads one file after the other, and skips files that the server already has. Waits until each file is prepared, and
 * stores the upload's name at once, so that a later attempt need not upload the file again.
 */
async function uploadFiles(task: SendTask): Promise<void> {
  const { store, signal } = task;
  const slots = store.slotsToSend();
  for (const [index, slot] of slots.entries()) {
    await store.files.untilReady(slot);
    signal.throwIfAborted();
    const file = fileAt(store.files.photos, slot);
    if (!file || file.uploadName) continue;
    if (file.status === "unusable") throw new UnusableFile(file.problem ?? "picture_failed");
    const onProgress = (fraction: number) =>
      task.listener.onUpload({ number: index + 1, total: slots.length, fraction });
    onProgress(0);
    await uploadFile(task, slot, onProgress);
  }
}

async function uploadFile(
  { store, ports, signal }: SendTask,
  slot: FileSlot,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const file = fileAt(store.files.photos, slot);
  const bytes = file && (await ports.readFile(store.files.account, file.key));
  signal.throwIfAborted();
  if (!bytes) throw new RefusedFile(slot, "E003");
  const purpose = isDocumentSlot(slot) ? "document" : "photo";
  try {
    const { fileName } = await ports.uploadTempFile(bytes, purpose, onProgress, signal);
    signal.throwIfAborted();
    store.files.setUploadName(file.key, fileName);
  } catch (error) {
    const code = (["E006", "E007"] as const).find((refusal) => hasCode(error, refusal));
    throw code ? new RefusedFile(slot, code) : error;
  }
}

/** Forgets the names of uploads that the server no longer has. Returns true if the server reported no other errors. */
function forgetMissingUploads(store: AnswersWithFiles, result: SendResult): boolean {
  if (result.kind !== "rejected") return false;
  const slots = result.errors.map((error) =>
    error.code === "upload_missing" ? slotOfPath(error.path) : null,
  );
  const { photos } = store.files;
  for (const slot of slots) {
    const file = slot === null ? null : fileAt(photos, slot);
    if (file) store.files.setUploadName(file.key, null);
  }
  return slots.every((slot) => slot !== null);
}

export function resultOfError(error: unknown): SendResult {
  if (error instanceof RefusedFile) {
    const path = pathOfSlot(error.slot);
    return { kind: "rejected", errors: [{ path, code: error.code, params: {} }] };
  }
  if (error instanceof LoginRequired) return { kind: "loginRequired" };
  if (error instanceof NotNeeded) return { kind: "notNeeded" };
  if (error instanceof NetworkError) return { kind: "temporary", code: null, retryAfterMs: null };
  // Any other error is a bug of this app. A newer build may fix the bug, so a later attempt makes sense.
  if (!(error instanceof ApiError)) return { kind: "temporary", code: "E500", retryAfterMs: null };
  const { code, retryAfterMs } = error;
  switch (code) {
    case "E004":
      return { kind: "conflict" };
    case "E001":
    case "E001A":
    case "E001B":
      return { kind: "tokenExpired" };
    case "E005":
    case "E500":
    case "E503":
      return { kind: "temporary", code, retryAfterMs };
    default:
      return isTransient(error)
        ? { kind: "temporary", code, retryAfterMs: null }
        : { kind: "permanent", code };
  }
}
