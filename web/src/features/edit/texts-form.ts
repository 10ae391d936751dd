/** The form of the texts and tags, which change at once. */
import type { MyInfo } from "#/api/account";
import { type ProfileTexts, updateTexts } from "#/api/profile-changes";
import type { Core, ProfileDraft } from "#/core/core";
import { asMember } from "#/person/identify-member";
import { AnswersStore } from "#/profile-form/answers/answers-store";
import { coreForFields } from "#/profile-form/answers/core-for-fields";
import type { PageId } from "#/profile-form/answers/page-table";
import { draftOf } from "#/profile-form/answers/stored-profile";
import { editedTexts, TextsRepository } from "./edit-storage";
import {
  fieldsOfPage,
  fieldsOfPart,
  listDifferent,
  pickFields,
  scopeOfPart,
} from "./edited-fields";

interface TextsForm {
  store: AnswersStore;
  /** Returns null if no field of the page has changed. */
  changesOn(page: PageId): ProfileDraft | null;
  save(changes: ProfileDraft): Promise<ProfileTexts>;
}

/**
 * The last opened form of each account, which has all changes on this device. The member may open a new form while an
 * earlier form is still being saved. The response to the save then updates the new form.
 */
const lastOpened = new Map<string, { store: AnswersStore; repository: TextsRepository }>();

export function openTexts(core: Core, account: string, info: MyInfo): TextsForm {
  const base = draftOf(core, account, info);
  const draft = { ...base, ...editedTexts.read(account)?.edits };
  const repository = new TextsRepository(account, base);
  const changedIn = (changed: ProfileDraft) =>
    listDifferent(fieldsOfPart("texts"), repository.base, changed);
  const store = new AnswersStore(
    coreForFields(core, changedIn, (edited) => pickFields(edited, changedIn(edited))),
    { draft },
    { scope: scopeOfPart("texts"), repository, files: null },
  );
  lastOpened.set(account, { store, repository });
  const changesOn = (page: PageId) => {
    const { draft: edited } = store.getState();
    const changed = listDifferent(fieldsOfPage("texts", page), repository.base, edited);
    return changed.length > 0 ? pickFields(edited, changed) : null;
  };
  const save = async (changes: ProfileDraft) => {
    const texts = await asMember(() => updateTexts(changes));
    // A text that the member typed during the call differs from the saved value, so it stays on the device as unsaved.
    const last = lastOpened.get(account) ?? { store, repository };
    last.repository.base = { ...last.repository.base, ...changes };
    last.store.saveNow();
    return texts;
  };
  return { store, changesOn, save };
}
