/**
 * Sends the changed facts once, while the member waits.
 *
 * The form does not use the outbox. A proposal replaces the proposal before, so a repeated request does no harm and
 * needs no idempotency key. After too many proposals, the server refuses further proposals for days (E005), and the
 * outbox would keep the form closed for that time. After a failed attempt, the changes stay on the device, and the
 * member can go on editing.
 */

import type { ErrorCode } from "#/api/error";
import { type ProfileChanges, proposeChanges, withdrawChanges } from "#/api/profile-changes";
import { uploadAsMember } from "#/api/resubmission";
import { asMember } from "#/person/identify-member";
import { readPrepared } from "#/profile-form/files/photo-storage";
import type { FormError } from "#/profile-form/form-error";
import { type SendPorts, type SendResult, sendForm } from "#/profile-form/send-form";
import { deleteRecords } from "#/storage/delete-records";
import type { FactsForm } from "./facts-form";

export type SendProgress =
  | { step: "preparing" }
  | { step: "uploading"; number: number; total: number; fraction: number }
  | { step: "sending" };

export type SendOutcome =
  /** The server has the changes. `changes` is null if the member undid all changes, so that no proposal waits. */
  | { kind: "sent"; changes: ProfileChanges | null }
  | { kind: "rejected"; errors: readonly FormError[] }
  | { kind: "failed"; code: ErrorCode | "network"; retryAfterMs: number | null };

interface Sending {
  onProgress: (progress: SendProgress) => void;
  signal: AbortSignal;
}

/** Never throws. Deletes the changes on this device once the server has them, unless the member has cancelled. */
export async function sendFacts(
  { store }: FactsForm,
  { onProgress, signal }: Sending,
): Promise<SendOutcome> {
  let changes: ProfileChanges | null = null;
  const ports: SendPorts = {
    requestToken: () => asMember(async () => undefined),
    uploadTempFile: (file, purpose, onUpload, uploadSignal) =>
      asMember(() => uploadAsMember(file, purpose, onUpload, uploadSignal)),
    send: async (payload, sendSignal) => {
      if (Object.keys(payload).length === 0) return await asMember(withdrawChanges);
      changes = await asMember(() => proposeChanges(payload, sendSignal));
    },
    readFile: readPrepared,
    // Only a registration waits between its uploads and its profile (docs/product.md), so do not wait.
    wait: async () => undefined,
  };
  onProgress({ step: "preparing" });
  const result = await sendForm({
    store,
    ports,
    signal,
    listener: {
      onUpload: (upload) => onProgress({ step: "uploading", ...upload }),
      onSend: () => onProgress({ step: "sending" }),
    },
  });
  if (result.kind === "accepted") {
    // After a cancel, the member may edit the form again, so the changes stay on this device.
    if (!signal.aborted) {
      store.stopSaving();
      await deleteRecords(store.files.account, "changesOver");
    }
    return { kind: "sent", changes };
  }
  return outcomeOf(result);
}

function outcomeOf(result: Exclude<SendResult, { kind: "accepted" }>): SendOutcome {
  switch (result.kind) {
    case "rejected":
      return result;
    case "temporary":
      return { kind: "failed", code: result.code ?? "network", retryAfterMs: result.retryAfterMs };
    case "permanent":
      return { kind: "failed", code: result.code, retryAfterMs: null };
    case "conflict":
      return { kind: "failed", code: "E004", retryAfterMs: null };
    case "notNeeded":
      return { kind: "failed", code: "E008", retryAfterMs: null };
    case "tokenExpired":
    case "loginRequired":
      return { kind: "failed", code: "E001A", retryAfterMs: null };
  }
}
