/** One attempt to send the form: ticket, uploads, a short wait, the profile. */
import { NetworkError } from "../../../api/error";
import type { ErrorCode, FieldError } from "../../../core/core";
import { today } from "../../../core/use-core";
import { errorsOfPayload, errorsOfRejection, type FormError } from "../form/form-errors";
import type { FormStore } from "../form/form-store";
import { type FileSlot, fileAt, pathOfSlot, slotOfPath, slotsToSend } from "../photos/photo-list";

/** What an attempt asks of the rest of the app. */
export interface SendPorts {
  requestTicket(): Promise<unknown>;
  uploadTempFile(
    file: Blob,
    purpose: "photo" | "document",
    onProgress: (fraction: number) => void,
    signal?: AbortSignal,
  ): Promise<{ fileName: string }>;
  createUserProfile(
    payload: object,
    idempotencyKey: string,
    signal?: AbortSignal,
  ): Promise<unknown>;
  readFile(userId: string, key: string): Promise<Blob | null>;
  /** Ends early when the signal says so, without an error. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** What the outbox asks of the rest of the app. */
export interface OutboxPorts extends SendPorts {
  /** Whether the server has a profile of this person. */
  isRegistered(): Promise<boolean>;
  /** Brings in what another window did to draft and files. */
  readAgain(): void;
  /** The profile stands: no trace of the form is left on the device. */
  forgetForm(): void;
}

/** How an attempt ended. */
export type SendResult =
  /** The server says that this request made the profile. */
  | { kind: "arrived" }
  /** E004: there is a profile, or the key was used for another form. */
  | { kind: "taken" }
  /** Fields have to be changed. */
  | { kind: "refused"; errors: FormError[] }
  /** The same may succeed later; null when no server answered. */
  | { kind: "passing"; code: ErrorCode | null; retryAfterMs: number | null }
  /** The ticket is no longer taken, and forgotten by now. */
  | { kind: "ticketGone" }
  /** LINE's proof is refused, so that there is no ticket to be had. */
  | { kind: "loginNeeded" }
  | { kind: "stuck"; code: ErrorCode };

/** Hears how far the attempt is. */
export interface SendListener {
  onUpload(progress: { number: number; total: number; fraction: number }): void;
  /** From now on the profile may arrive, whatever is heard of it. */
  onSend(): void;
}

/** Seed, section 9: the wait after the photo uploads. */
const waitAfterUploadsMs = 500;

/** An error answer of the API, by its shape. */
interface ApiFailure {
  code: ErrorCode;
  status?: number;
  fields?: readonly FieldError[];
  retryAfterMs?: number | null;
}

/** A file the server would not take, which only another file can mend. */
class RefusedFile extends Error {
  constructor(
    readonly place: FileSlot,
    readonly code: ErrorCode,
  ) {
    super(`the file at ${pathOfSlot(place)} was refused`);
  }
}

/** What an attempt is given. */
export interface Sending {
  store: FormStore;
  ports: SendPorts;
  listener: SendListener;
  signal: AbortSignal;
}

/** What the uploads are given. */
export interface Uploading {
  store: FormStore;
  ports: Pick<SendPorts, "uploadTempFile" | "readFile">;
  listener: Pick<SendListener, "onUpload">;
  signal: AbortSignal;
}

/** Sends the form once; never throws. */
export async function sendForm(sending: Sending): Promise<SendResult> {
  const { signal } = sending;
  try {
    await requestTicket(sending.ports);
    signal.throwIfAborted();
    const first = await uploadAndCreate(sending);
    // Temp files are swept after a day: what is gone goes up again, once, without asking.
    return forgetMissingUploads(sending.store, first) ? await uploadAndCreate(sending) : first;
  } catch (error) {
    // Taken back: what becomes of it is nobody's concern any more.
    if (signal.aborted) return { kind: "passing", code: null, retryAfterMs: null };
    if (!(error instanceof BrokenFile)) return resultOfError(error);
    return { kind: "refused", errors: sending.store.files.errors() };
  }
}

/** Here a refusal is about LINE's proof; later it is about the ticket. */
async function requestTicket(ports: SendPorts): Promise<void> {
  try {
    await ports.requestTicket();
  } catch (error) {
    if (apiFailure(error)?.code.startsWith("E001")) throw new LoginNeeded();
    throw error;
  }
}

class LoginNeeded extends Error {}

/** Found out while it was prepared; the shelf says what is wrong with it. */
class BrokenFile extends Error {}

async function uploadAndCreate(sending: Sending): Promise<SendResult> {
  const { store, ports, listener, signal } = sending;
  await uploadFiles(sending);
  await ports.wait(waitAfterUploadsMs, signal);
  // Taken back just now: nothing may leave any more.
  signal.throwIfAborted();
  const draft = store.wholeDraft();
  const parsed = store.core.parseProfile(draft, today());
  if (parsed.refusal) return { kind: "refused", errors: errorsOfRejection(parsed.refusal) };
  listener.onSend();
  try {
    await ports.createUserProfile(parsed.payload, store.idempotencyKey, signal);
    return { kind: "arrived" };
  } catch (error) {
    // What was refused is being edited by now.
    signal.throwIfAborted();
    const failure = apiFailure(error);
    if (!failure?.fields?.length) throw error;
    return { kind: "refused", errors: errorsOfPayload(failure.fields, draft, parsed.payload) };
  }
}

/** Sends every file that is not up yet, once it is ready; the names are kept as they come. */
export async function uploadFiles(sending: Uploading): Promise<void> {
  const { store, signal } = sending;
  const { draft, photos } = store.getState();
  const places = slotsToSend(draft, photos);
  for (const [index, place] of places.entries()) {
    await store.files.untilReady(place);
    signal.throwIfAborted();
    const pick = fileAt(store.getState().photos, place);
    if (!pick || pick.uploadName) continue;
    if (pick.status === "unusable") throw new BrokenFile();
    const onProgress = (fraction: number) =>
      sending.listener.onUpload({ number: index + 1, total: places.length, fraction });
    onProgress(0);
    await uploadFile(sending, place, onProgress);
  }
}

async function uploadFile(
  { store, ports, signal }: Uploading,
  place: FileSlot,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const pick = fileAt(store.getState().photos, place);
  const file = pick && (await ports.readFile(store.userId, pick.key));
  signal.throwIfAborted();
  if (!file) throw new RefusedFile(place, "E003");
  const purpose = place === "document" ? "document" : "photo";
  try {
    const { fileName } = await ports.uploadTempFile(file, purpose, onProgress, signal);
    signal.throwIfAborted();
    store.files.setUploadName(pick.key, fileName);
  } catch (error) {
    const code = apiFailure(error)?.code;
    if (code === "E006" || code === "E007") throw new RefusedFile(place, code);
    throw error;
  }
}

/** Marks uploads the server no longer has; true when that is all that is wrong. */
function forgetMissingUploads(store: FormStore, result: SendResult): boolean {
  if (result.kind !== "refused") return false;
  const places = result.errors.map((error) =>
    error.code === "upload_missing" ? slotOfPath(error.path) : null,
  );
  const { photos } = store.getState();
  for (const place of places) {
    const pick = place === null ? null : fileAt(photos, place);
    if (pick) store.files.setUploadName(pick.key, null);
  }
  return places.every((place) => place !== null);
}

/** What a failure means for the attempt. */
export function resultOfError(error: unknown): SendResult {
  if (error instanceof RefusedFile) {
    const path = pathOfSlot(error.place);
    return { kind: "refused", errors: [{ path, code: error.code, params: {} }] };
  }
  if (error instanceof LoginNeeded) return { kind: "loginNeeded" };
  if (error instanceof NetworkError) return { kind: "passing", code: null, retryAfterMs: null };
  // What is no answer of the API is a fault of ours, which a newer build may have mended.
  const failure = apiFailure(error) ?? { code: "E500" };
  switch (failure.code) {
    case "E004":
      return { kind: "taken" };
    case "E001":
    case "E001A":
    case "E001B":
      return { kind: "ticketGone" };
    case "E005":
    case "E500":
    case "E503":
      return { kind: "passing", code: failure.code, retryAfterMs: failure.retryAfterMs ?? null };
    default: {
      const isPassing = (failure.status ?? 0) >= 500;
      const { code } = failure;
      return isPassing ? { kind: "passing", code, retryAfterMs: null } : { kind: "stuck", code };
    }
  }
}

function apiFailure(error: unknown): ApiFailure | null {
  const isFailure = typeof error === "object" && error !== null && "code" in error;
  return isFailure && typeof error.code === "string" ? (error as ApiFailure) : null;
}
