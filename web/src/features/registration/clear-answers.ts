/** Deletes all answers and files of a form, both on the screen and in the storage of the device. */
import type { ProfileDraft } from "#/core/core";
import type { AnswersWithFiles } from "#/profile-form/answers/answers-store";
import { listFiles } from "#/profile-form/files/photo-list";
import type { WorkEmailStore } from "#/profile-form/work-email/work-email-store";
import { deleteRecords } from "#/storage/delete-records";

/** The fields that the app fills in. A deletion keeps these fields, because they are not answers of the person. */
export const identityFields: readonly string[] = ["account", "password", "schemaVersion"];

export function clearAnswers(
  store: AnswersWithFiles,
  workEmail: WorkEmailStore | null = null,
): void {
  const { draft } = store.getState();
  for (const { slot } of listFiles(store.files.photos)) store.files.removeFile(slot)?.finish();
  for (const name of Object.keys(draft) as (keyof ProfileDraft)[]) {
    if (!identityFields.includes(name)) store.setField(name, undefined);
  }
  store.stopSaving();
  workEmail?.clear();
  void deleteRecords(store.files.account, "answersRemoved");
  // After a deletion, the repository stores nothing. This call makes the repository store the person's next answer.
  store.repository.startNewDraft?.();
}
