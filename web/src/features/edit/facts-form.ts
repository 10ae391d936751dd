/** The form of the facts and photos that a reviewer checks. */
import type { MyInfo } from "#/api/account";
import type { ProfileChanges } from "#/api/profile-changes";
import { fetchPhoto } from "#/api/resubmission";
import type { Core, ProfileDraft } from "#/core/core";
import { findConfig } from "#/lib/config";
import { AnswersStore, type AnswersWithFiles } from "#/profile-form/answers/answers-store";
import { coreForFields } from "#/profile-form/answers/core-for-fields";
import { type FieldName, type FormScope, isFieldShown } from "#/profile-form/answers/page-table";
import { draftOf } from "#/profile-form/answers/stored-profile";
import {
  countSlots,
  emptyPhotoList,
  filledSlots,
  type PhotoList,
  type PickedFile,
} from "#/profile-form/files/photo-list";
import {
  clearPhotos,
  deleteFile,
  hasOrder,
  loadPhotos,
  photoOrder,
  saveOrder,
  storeFile,
} from "#/profile-form/files/photo-storage";
import { PhotoStore } from "#/profile-form/files/photo-store";
import { checkConfirmed } from "#/profile-form/work-email/work-email-context";
import type { WorkEmailStore } from "#/profile-form/work-email/work-email-store";
import { deleteRecords } from "#/storage/delete-records";
import { editedFacts, FactsRepository } from "./edit-storage";
import {
  fieldsOfPart,
  listDifferent,
  pickFields,
  proofFields,
  type ReviewedFields,
  scopeOfPart,
} from "./edited-fields";

interface Opening {
  core: Core;
  account: string;
  info: MyInfo;
  changes: ProfileChanges;
  /** Null if this deployment cannot send mails. */
  workEmail: WorkEmailStore | null;
  documentLabel: string;
}

export interface FactsForm {
  store: AnswersWithFiles;
  /** The values with which the form begins: the profile, changed by the proposal that waits for a reviewer. */
  start: ProfileDraft;
  /** False until the member opens the page of the photos. Until then, the form has no photos. */
  arePhotosOpen: boolean;
  listEdited(): FieldName[];
}

/** The keys of files whose bytes only the server has. */
const waitingDocument = "waiting";
const waitingAgeProof = "waitingAgeProof";

interface OpenOptions {
  /** True if the member opens the page of the photos. Otherwise the form drops unchanged photos. */
  keepsPhotos?: boolean;
}

/** Opens the form with the profile, the waiting proposal, and the changes that the member has not sent yet. */
export async function openFacts(opening: Opening, options: OpenOptions = {}): Promise<FactsForm> {
  const { core, account, info, changes, workEmail } = opening;
  const { profile } = info;
  const waiting = changes.changes;
  const start = startOf(opening);
  const stored = editedFacts.read(account);
  // Files that are stored without changes are left over from an earlier form, so delete the files.
  if (!stored && hasOrder(account)) await clearPhotos(account).catch(() => undefined);
  const checkedBirthday = info.profile.birthday;
  const scope: FormScope = {
    ...scopeOfPart("facts"),
    // Ask for a proof of age only for a new birthday, even if no reviewer has checked the birthday in the profile.
    ...(findConfig()?.ageProof ? { ageProof: { checkedBirthday } } : {}),
  };
  const isAgeAsked = (draft: ProfileDraft) => isFieldShown("ageProofFileName", draft, scope);
  const draft = { ...start, ...stored?.edits };
  const { photos, arePhotosOpen } = await loadFiles(opening, isAgeAsked(draft), options);
  const repository = new FactsRepository(account, start);
  const startNames = namesOfStart(opening);

  const namesIn = (draft: ProfileDraft) =>
    arePhotosOpen ? withoutNull(draft.photoNameList) : startNames;
  const isNewDocument = (draft: ProfileDraft, sent: string | undefined) =>
    draft.verifyMethod === "DOCUMENT" &&
    draft.verifyTempFileName != null &&
    draft.verifyTempFileName !== (sent || undefined);
  const changedFrom = (
    before: ProfileDraft,
    names: readonly string[],
    sent: Partial<ReviewedFields> | null,
    draft: ProfileDraft,
  ) => {
    const plain = fieldsOfPart("facts").filter((field) => !isFile(field));
    const changed = listDifferent(plain, before, draft);
    if (!isSameList(names, namesIn(draft))) changed.push("photoNameList");
    if (isNewDocument(draft, sent?.verifyTempFileName)) changed.push("verifyTempFileName");
    const isNewProof =
      (draft.ageProofFileName ?? undefined) !== (sent?.ageProofFileName || undefined);
    if (isAgeAsked(draft) && isNewProof) changed.push("ageProofFileName");
    return inFormOrder(changed);
  };
  /** Returns the fields that differ from the profile. A changed proof of employment adds all fields of the proof. */
  const changedIn = (draft: ProfileDraft) => {
    const changed = changedFrom(profile as ProfileDraft, profile.photoNameList, null, draft);
    // Include the proof of age even without a document, so that core reports the missing document.
    if (isAgeAsked(draft)) changed.push("ageProofFileName");
    const isProof = changed.some((field) => proofFields.includes(field));
    return inFormOrder(isProof ? [...changed, ...proofFields] : changed);
  };
  const payloadOf = (draft: ProfileDraft) => {
    const { verifyMethod } = draft;
    const fields = changedIn(draft).filter(
      (field) =>
        (field !== "reviewLink" || verifyMethod === "LINK") &&
        (field !== "verifyTempFileName" || verifyMethod === "DOCUMENT"),
    );
    const payload = pickFields(draft, fields);
    const hasPhotos = fields.includes("photoNameList");
    return hasPhotos ? ({ ...payload, photoNameList: namesIn(draft) } as ProfileDraft) : payload;
  };
  const checked = coreForFields(core, changedIn, payloadOf);
  const store = new AnswersStore(
    {
      ...checked,
      checkProfile: (draft, today, ageProof) =>
        checked.checkProfile(
          arePhotosOpen ? draft : { ...draft, photoNameList: [...startNames] },
          today,
          ageProof,
        ),
    },
    { draft },
    {
      scope,
      repository,
      files: new PhotoStore(account, photos),
      checkMore: (draft) =>
        listDifferent(proofFields, profile as ProfileDraft, draft).length > 0
          ? checkConfirmed(workEmail, draft)
          : [],
    },
  );
  const listEdited = () => changedFrom(start, startNames, waiting, store.wholeDraft());
  return { store, start, arePhotosOpen, listEdited };
}

const inFormOrder = (fields: readonly FieldName[]) =>
  fieldsOfPart("facts").filter((field) => fields.includes(field));

const isFile = (field: FieldName) =>
  ["photoNameList", "verifyTempFileName", "ageProofFileName"].includes(field);

function startOf({ core, account, info, changes }: Opening): ProfileDraft {
  const start = { ...draftOf(core, account, info), ...changes.changes } as ProfileDraft;
  return { ...start, employerId: start.employerId || null };
}

function namesOfStart({ info, changes }: Opening): readonly string[] {
  return changes.changes?.photoNameList ?? info.profile.photoNameList;
}

/** Returns the stored files of the member. Drops unchanged photos, because the server has them. */
async function loadFiles(
  opening: Opening,
  isAgeAsked: boolean,
  { keepsPhotos = false }: OpenOptions,
): Promise<{ photos: PhotoList; arePhotosOpen: boolean }> {
  const { core, account, changes, documentLabel } = opening;
  const nSlots = countSlots(core);
  const stored = editedFacts.read(account);
  const left = stored ? await loadPhotos(account, nSlots) : emptyPhotoList(nSlots);
  if (left.ageProof && !isAgeAsked) {
    // The member has undone the new birthday. No page shows the proof of age any more, so delete its file.
    await deleteFile(account, left.ageProof);
    left.ageProof = null;
    saveOrder(account, left);
  }
  const placeholderOf = (name: string | undefined, key: string): PickedFile | null =>
    name ? { key, label: documentLabel, uploadName: name, status: "ready" } : null;
  const { verifyTempFileName, ageProofFileName } = changes.changes ?? {};
  const documents = {
    document: left.document ?? placeholderOf(verifyTempFileName, waitingDocument),
    ageProof: left.ageProof ?? placeholderOf(ageProofFileName, waitingAgeProof),
  };
  const from = stored?.photosFrom;
  const withoutPhotos = { ...emptyPhotoList(nSlots), ...documents };
  if (!from) return { photos: withoutPhotos, arePhotosOpen: false };
  const names = left.slots.flatMap((file) => (file ? [file.uploadName] : []));
  const areLost = filledSlots(left).length === 0 && hadPhotos(account);
  // The server may already have the new photos from a proposal whose response was lost.
  const doesServerHaveThem = isSameList(from, names) || isSameList(namesOfStart(opening), names);
  if (areLost || (doesServerHaveThem && !keepsPhotos)) {
    dropPhotos(account, left);
    return { photos: withoutPhotos, arePhotosOpen: false };
  }
  return { photos: { ...left, ...documents }, arePhotosOpen: true };
}

/** Removes the photos. Deletes the whole stored form if neither a document nor a change is left. */
function dropPhotos(account: string, { slots, document, ageProof }: PhotoList): void {
  const edits = editedFacts.read(account)?.edits ?? {};
  const hasDocuments = document !== null || ageProof !== null;
  if (!hasDocuments && Object.keys(edits).length === 0) {
    void deleteRecords(account, "changesOver");
    return;
  }
  saveOrder(account, { slots: slots.map(() => null), document, ageProof });
  editedFacts.write(account, { edits, photosFrom: null });
}

/** False if the member has removed all photos, so that the missing photos do not count as lost. */
function hadPhotos(account: string): boolean {
  return photoOrder.read(account)?.slots.some((keys) => keys.length > 0) ?? false;
}

/**
 * Fetches the photos of the proposal or of the profile, so that the member can crop and reorder them. Rejects if a
 * photo cannot be fetched.
 */
export async function openFactsWithPhotos(opening: Opening, form: FactsForm): Promise<FactsForm> {
  const { core, account, info, changes } = opening;
  const pictures = changes.changes?.photoNameList ? changes.photos : info.photos;
  const names = namesOfStart(opening);
  const bytes = await Promise.all(pictures.map(({ url }) => fetchPhoto(url)));
  const files: PickedFile[] = [];
  for (const [index, name] of names.entries()) {
    files.push(await storeFile(account, name, "", bytes[index] ?? new Blob()));
  }
  const { slots } = emptyPhotoList(countSlots(core));
  const { document, ageProof } = form.store.files.photos;
  saveOrder(account, { slots: slots.map((_, slot) => files[slot] ?? null), document, ageProof });
  const edits = editedFacts.read(account)?.edits ?? {};
  editedFacts.write(account, { edits, photosFrom: names });
  return await openFacts(opening, { keepsPhotos: true });
}

function withoutNull(list: unknown): string[] {
  // In a draft, a photo without an upload is an object, so it never equals the name of a photo on the server.
  return Array.isArray(list) ? list.filter((name) => name !== null) : [];
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}
