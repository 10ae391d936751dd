/** A resubmission: the form for a stored profile, and the outbox that sends the answers. */
import type { MyInfo } from "#/api/account";
import { hasCode, isTransient } from "#/api/error";
import type { Core, ProfileDraft } from "#/core/core";
import { Outbox, type Submission } from "#/features/registration/outbox/outbox";
import type { SendingKey } from "#/features/registration/outbox/outbox-storage";
import { AnswersStore, type AnswersWithFiles } from "#/profile-form/answers/answers-store";
import { coreForFields } from "#/profile-form/answers/core-for-fields";
import { errorsAbout } from "#/profile-form/answers/form-errors";
import type { FormScope, PageId } from "#/profile-form/answers/page-table";
import { draftOf } from "#/profile-form/answers/stored-profile";
import { countSlots } from "#/profile-form/files/photo-list";
import { clearPhotos } from "#/profile-form/files/photo-storage";
import { PhotoStore } from "#/profile-form/files/photo-store";
import type { FormError } from "#/profile-form/form-error";
import { NotNeeded, type SendPorts } from "#/profile-form/send-form";
import { deleteRecords } from "#/storage/delete-records";
import { openFiles } from "./requested-files";
import { loadAnswers, ResubmissionRepository } from "./resubmission-storage";
import {
  hasSameAnswers,
  isSameRequest,
  payloadOf,
  type RequestId,
  requestedFields,
  requestIdOf,
} from "./reviewer-request";

/** The calls of a resubmission, which send the session token. */
export interface ResubmissionPorts extends Pick<SendPorts, "uploadTempFile" | "readFile"> {
  fetchInfo(): Promise<MyInfo>;
  findKnownInfo(): Promise<MyInfo | null>;
  fetchPhoto(url: string): Promise<Blob>;
  /** Gets a session token if this device has none. */
  openSession(): Promise<unknown>;
  resubmit: Submission["send"];
}

interface Opening {
  core: Core;
  userId: string;
  info: MyInfo;
  scope: FormScope;
  documentLabel: string;
  ports: ResubmissionPorts;
  checkMore: (draft: ProfileDraft) => readonly FormError[];
}

export interface OpenedResubmission {
  store: AnswersWithFiles;
  outbox: Outbox;
  page: PageId | null;
  isUnchanged: () => boolean;
}

/**
 * Returns the profile with the reviewer's request. If the server cannot be reached, returns the stored info. Rejects if
 * the stored info contains no request.
 */
export async function findInfo({
  fetchInfo,
  findKnownInfo,
}: Pick<ResubmissionPorts, "fetchInfo" | "findKnownInfo">): Promise<MyInfo> {
  try {
    return await fetchInfo();
  } catch (error) {
    if (!isTransient(error)) throw error;
    // The stored request may be over. In that case, the server refuses the answers, and the page shows the new status.
    const known = await findKnownInfo();
    if (known?.reviewStatus !== "NEEDS_INFO") throw error;
    return known;
  }
}

/**
 * Opens the form with the stored profile and the changes that the person left. Returns null if the answers were deleted
 * while the photos were fetched. Rejects if a photo cannot be fetched.
 */
export async function openResubmission(opening: Opening): Promise<OpenedResubmission | null> {
  const { core, userId, info, scope, ports, checkMore } = opening;
  const fields = requestedFields(info);
  const request = requestIdOf(info);
  const left = loadAnswers(userId, request);
  // If no answers to this request are stored, the stored files belong to another form, so delete the files.
  if (!left) await clearPhotos(userId);
  const begun = left ?? {
    draft: draftOf(core, userId, info),
    idempotencyKey: crypto.randomUUID(),
    page: null,
  };
  // A deploy may have added a question since the answers were stored, so replace the stored ids by the current ids.
  const answers = { ...begun, ...request };
  const repository = new ResubmissionRepository(userId, answers);
  const files = { ...opening, fetchPhoto: ports.fetchPhoto, nSlots: countSlots(core) };
  const photos = await openFiles(files, () => repository.areStored);
  if (!photos) return null;
  const sentOf = (draft: ProfileDraft) => payloadOf(draft, fields, info.profile);
  const store = new AnswersStore(
    coreForFields(core, () => fields, sentOf),
    answers,
    {
      scope,
      checkMore: (draft) => errorsAbout(fields, checkMore(draft)),
      repository,
      files: new PhotoStore(userId, photos),
    },
  );
  const outbox = new Outbox(store, repository, submissionOf(store, repository, request, ports));
  const isUnchanged = () =>
    hasSameAnswers(sentOf(store.wholeDraft()), sentOf(draftOf(core, userId, info)));
  return { store, outbox, page: answers.page, isUnchanged };
}

function submissionOf(
  store: AnswersWithFiles,
  key: SendingKey,
  request: RequestId,
  ports: ResubmissionPorts,
): Submission {
  return {
    kind: "resubmission",
    requestToken: () => orNotNeeded(ports.openSession()),
    uploadTempFile: (...upload) => orNotNeeded(ports.uploadTempFile(...upload)),
    send: (...payload) => orNotNeeded(ports.resubmit(...payload)),
    readFile: ports.readFile,
    // Only a registration waits between its uploads and its profile (docs/product.md), so do not wait.
    wait: async () => undefined,
    isStillNeeded: async () => {
      const info = await ports.fetchInfo();
      return info.reviewStatus === "NEEDS_INFO" && isSameRequest(requestIdOf(info), request);
    },
    onFinished: (outcome) => {
      if (outcome === "notNeeded") {
        // Keep the answers in case the reviewer asks again. The server may have used the old key, so make a new key.
        key.renew();
        store.saveNow();
      } else {
        store.stopSaving();
        void deleteRecords(store.files.account, "requestOver");
      }
    },
  };
}

/** Throws `NotNeeded` for E004 and E008, because a reviewer decided or the person sent answers on another device. */
async function orNotNeeded<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    const isNotNeeded = hasCode(error, "E004") || hasCode(error, "E008");
    throw isNotNeeded ? new NotNeeded("the request is over", { cause: error }) : error;
  }
}
