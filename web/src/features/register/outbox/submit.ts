/** The submit: ticket, uploads, a short wait, the profile. Whatever fails, the form keeps everything. */
import { NetworkError } from "../../../api/error";
import type { ErrorCode, FieldError } from "../../../core/core";
import { today } from "../../../core/use-core";
import { errorsOfPayload, type FormError } from "../form/form-errors";
import { errorsOfRefusal, type FormStore } from "../form/form-store";
import { filledPlaces, type PickPlace, pathOfPlace, pickAt, placeOfPath } from "../photos/picks";

/** What the submit asks of the rest of the app. */
export interface SubmitPorts {
  requestTicket(): Promise<unknown>;
  uploadTempFile(
    file: Blob,
    purpose: "photo" | "document",
    onProgress: (fraction: number) => void,
  ): Promise<{ fileName: string }>;
  createUserProfile(payload: object, idempotencyKey: string): Promise<unknown>;
  readFile(userId: string, key: string): Promise<Blob | null>;
  wait(ms: number): Promise<void>;
}

/** How a submit ended. */
export type SubmitOutcome =
  /** The profile is there, by this submit or by an earlier one whose answer was lost. */
  | { kind: "done" }
  /** Fields have to be changed. */
  | { kind: "refused"; errors: FormError[] }
  /** The same can be tried again; null when no server answered. */
  | { kind: "failed"; code: ErrorCode | null };

/** Seed, section 9: the wait after the photo uploads. */
const waitAfterUploadsMs = 500;

/** An error answer of the API, by its shape. */
interface ApiFailure {
  code: ErrorCode;
  fields?: readonly FieldError[];
}

/** A file the server would not take, which only another file can mend. */
class RefusedFile extends Error {
  constructor(
    readonly place: PickPlace,
    readonly code: ErrorCode,
  ) {
    super(`the file at ${pathOfPlace(place)} was refused`);
  }
}

/** Submits the form once and shows each step in its store. */
export async function submitForm(store: FormStore, ports: SubmitPorts): Promise<SubmitOutcome> {
  store.setSubmit({ step: "preparing" });
  try {
    await ports.requestTicket();
    const first = await uploadAndCreate(store, ports);
    // Temp files are swept after a day: what is gone goes up again, once, without asking.
    return forgetMissingUploads(store, first) ? await uploadAndCreate(store, ports) : first;
  } catch (error) {
    return outcomeOfError(error);
  } finally {
    store.setSubmit({ step: "idle" });
  }
}

async function uploadAndCreate(store: FormStore, ports: SubmitPorts): Promise<SubmitOutcome> {
  await uploadFiles(store, ports);
  store.setSubmit({ step: "sending" });
  await ports.wait(waitAfterUploadsMs);
  const draft = store.wholeDraft();
  const parsed = store.core.parseProfile(draft, today());
  if (parsed.refusal) return { kind: "refused", errors: errorsOfRefusal(parsed.refusal) };
  try {
    await ports.createUserProfile(parsed.payload, store.idempotencyKey);
    return { kind: "done" };
  } catch (error) {
    const failure = apiFailure(error);
    if (failure?.code !== "E002" || !failure.fields?.length) throw error;
    return { kind: "refused", errors: errorsOfPayload(failure.fields, draft, parsed.payload) };
  }
}

async function uploadFiles(store: FormStore, ports: SubmitPorts): Promise<void> {
  const { draft, picks } = store.getState();
  const waiting = filledPlaces(draft, picks).filter((place) => !pickAt(picks, place)?.uploadName);
  for (const [done, place] of waiting.entries()) {
    const onProgress = (fraction: number) =>
      store.setSubmit({ step: "uploading", place, fraction, done, total: waiting.length });
    onProgress(0);
    await uploadFile(store, ports, place, onProgress);
  }
}

async function uploadFile(
  store: FormStore,
  ports: SubmitPorts,
  place: PickPlace,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const pick = pickAt(store.getState().picks, place);
  const file = pick && (await ports.readFile(store.userId, pick.key));
  if (!file) throw new RefusedFile(place, "E003");
  const purpose = place === "document" ? "document" : "photo";
  try {
    const { fileName } = await ports.uploadTempFile(file, purpose, onProgress);
    store.setUploadName(place, fileName);
  } catch (error) {
    const code = apiFailure(error)?.code;
    if (code === "E006" || code === "E007") throw new RefusedFile(place, code);
    throw error;
  }
}

/** Marks uploads the server no longer has; true when that is all that is wrong. */
function forgetMissingUploads(store: FormStore, outcome: SubmitOutcome): boolean {
  if (outcome.kind !== "refused") return false;
  const places = outcome.errors.map((error) =>
    error.code === "upload_missing" ? placeOfPath(error.path) : null,
  );
  for (const place of places) if (place !== null) store.setUploadName(place, null);
  return places.every((place) => place !== null);
}

function outcomeOfError(error: unknown): SubmitOutcome {
  if (error instanceof RefusedFile) {
    const path = pathOfPlace(error.place);
    return { kind: "refused", errors: [{ path, code: error.code, params: {} }] };
  }
  if (error instanceof NetworkError) return { kind: "failed", code: null };
  // What is no answer of the API is a fault of ours.
  const code = apiFailure(error)?.code ?? "E500";
  // The account in the request is always one's own: it is there already.
  return code === "E004" ? { kind: "done" } : { kind: "failed", code };
}

function apiFailure(error: unknown): ApiFailure | null {
  const isFailure = typeof error === "object" && error !== null && "code" in error;
  return isFailure && typeof error.code === "string" ? (error as ApiFailure) : null;
}
