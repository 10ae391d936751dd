/** Makes a form of what a reviewer asks for: the stored profile, and what was changed of it before. */
import type { MyInfo } from "../../../api/calls";
import type { Core, ProfileDraft } from "../../../core/core";
import { writeBlob } from "../../../storage/blobs";
import type { FormError } from "../form/form-errors";
import { FormStore } from "../form/form-store";
import type { FormScope, PageId } from "../form/page-table";
import { emptyPicks, type Pick, type Picks } from "../photos/picks";
import { clearPicks, loadPicks, newKey, savePicks } from "../photos/stored-picks";
import { askedFields, stepOf } from "./asked-scope";
import { coreAsking, onlyAsked } from "./asking-core";
import { loadAnswers, saveAnswers } from "./resubmission-storage";

/** What it takes to open the form. */
export interface Opening {
  core: Core;
  userId: string;
  info: MyInfo;
  scope: FormScope;
  /** What a document is called that was sent with the profile. */
  documentLabel: string;
  fetchPhoto: (url: string) => Promise<Blob>;
  checkMore: (draft: ProfileDraft) => readonly FormError[];
}

/** Slots to show when the core, which knows the limit, did not load. */
const slotsWithoutCore = 6;

/** The form, and the page it was left on. Fails where the photos are out of reach. */
export async function openResubmission(
  opening: Opening,
): Promise<{ store: FormStore; page: PageId | null }> {
  const { core, userId, info, scope, checkMore } = opening;
  const asked = askedFields(info);
  const step = stepOf(info);
  const stored = loadAnswers(userId, step);
  const picks = stored ? await loadPicks(userId, slotsOf(core)) : await picksOf(opening);
  const draft = stored?.draft ?? draftOf(core, userId, info);
  const idempotencyKey = stored?.idempotencyKey ?? crypto.randomUUID();
  let page = stored?.page ?? null;
  const keep = (held: ProfileDraft) =>
    saveAnswers(userId, step, { draft: held, idempotencyKey, page });
  const maySave = true;
  // At once, so that the picks that are stored from now on are known to be of this request.
  keep(draft);
  const { verifyTempFileName } = info.profile;
  const store = new FormStore(
    coreAsking(core, asked, verifyTempFileName),
    userId,
    { draft, idempotencyKey, maySave },
    picks,
    {
      scope,
      checkMore: (held) => onlyAsked(asked, checkMore(held)),
      keeping: {
        saveForm: keep,
        savePage: (left) => {
          page = left;
          keep(store.getState().draft);
        },
      },
    },
  );
  return { store, page };
}

/** The profile as it was accepted, with who somebody is as the rules want it. */
function draftOf(core: Core, userId: string, { profile }: MyInfo): ProfileDraft {
  const schemaVersion = core.draftSchemaVersion();
  return {
    ...profile,
    // An empty one is the answer of someone who looked for theirs in the list.
    employerId: profile.employerId || null,
    ...(schemaVersion === null ? {} : { schemaVersion }),
    account: userId,
    password: userId,
  } as ProfileDraft;
}

/**
 * The photos as if they had been picked here and sent already: their bytes come along, so that they
 * can be cut, put in another order, and shown without a network.
 */
async function picksOf({ core, userId, info, documentLabel, fetchPhoto }: Opening): Promise<Picks> {
  await clearPicks(userId);
  const { profile, photos } = info;
  const held = profile.photoNameList.map(async (uploadName, index) => {
    const url = photos[index]?.url;
    return keep(userId, uploadName, "", url ? await fetchPhoto(url) : new Blob());
  });
  const isPhotoAsked = askedFields(info).includes("photoNameList");
  const kept: Pick[] = isPhotoAsked ? await Promise.all(held) : [];
  const name = profile.verifyTempFileName;
  // Nobody but reviewers sees a document, not even who sent it; its name is all there is.
  const document = name ? await keep(userId, name, documentLabel, new Blob([name])) : null;
  const empty = emptyPicks(slotsOf(core));
  const picks = { photos: empty.photos.map((_, slot) => kept[slot] ?? null), document };
  savePicks(userId, picks);
  return picks;
}

async function keep(userId: string, uploadName: string, label: string, bytes: Blob): Promise<Pick> {
  const key = newKey();
  await writeBlob(userId, key, bytes);
  return { key, label, uploadName, status: "ready" };
}

function slotsOf(core: Core): number {
  const rule = core.fieldRules().find(({ field }) => field === "photoNameList");
  return rule?.max ?? slotsWithoutCore;
}
