/** Makes a form of what a reviewer asks for: the stored profile, and what was changed of it before. */
import type { MyInfo } from "../../../api/account";
import type { Core, ProfileDraft } from "../../../core/core";
import type { FormError } from "../form/form-errors";
import { FormStore } from "../form/form-store";
import type { FormScope, PageId } from "../form/page-table";
import { countSlots } from "../photos/picks";
import { clearPicks } from "../photos/stored-picks";
import { AnswerKeeper } from "./answer-keeper";
import { openFiles } from "./asked-files";
import { askedFields, stepOf } from "./asked-scope";
import { coreAsking, onlyAsked } from "./asking-core";
import { loadAnswers } from "./resubmission-storage";

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

/** The form and where it was left. */
export interface OpenedAnswers {
  store: FormStore;
  keeper: AnswerKeeper;
  page: PageId | null;
}

/** Null where nobody asks any more by then. Fails where the photos are out of reach. */
export async function openResubmission(opening: Opening): Promise<OpenedAnswers | null> {
  const { core, userId, info, scope, checkMore } = opening;
  const asked = askedFields(info);
  const step = stepOf(info);
  // Files of another form are none of these answers.
  if (!loadAnswers(userId, step)) await clearPicks(userId);
  const answers = loadAnswers(userId, step) ?? {
    draft: draftOf(core, userId, info),
    changes: {},
    idempotencyKey: crypto.randomUUID(),
    page: null,
  };
  const keeper = new AnswerKeeper(userId, step, answers);
  const picks = await openFiles({ ...opening, slots: countSlots(core) }, () => keeper.areWanted);
  if (!picks) return null;
  const store = new FormStore(
    coreAsking(core, asked, info.profile.verifyTempFileName),
    userId,
    { ...answers, maySave: true },
    picks,
    { scope, checkMore: (held) => onlyAsked(asked, checkMore(held)), keeping: keeper },
  );
  keeper.serve(store);
  return { store, keeper, page: answers.page };
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
