/** Deletes all answers and files of a form, on the screen and in the storage of the device. */
import type { ProfileDraft } from "#/core/core";
import type { FormStore } from "#/features/registration/form/form-store";
import { listFiles } from "#/features/registration/photos/photo-list";
import type { WorkEmailStore } from "#/features/registration/work-email/work-email-store";
import { deleteRecords } from "#/storage/delete-records";

/** The fields that say whose draft it is; they are no answers. */
const identityFields = ["account", "password", "schemaVersion"];

export function clearAnswers(store: FormStore, workEmail: WorkEmailStore | null = null): void {
  const { draft, photos } = store.getState();
  for (const { slot } of listFiles(photos)) store.files.removeFile(slot)?.finish();
  for (const name of Object.keys(draft) as (keyof ProfileDraft)[]) {
    if (!identityFields.includes(name)) store.setField(name, undefined);
  }
  store.stopSaving();
  workEmail?.clear();
  void deleteRecords(store.userId, "answersRemoved");
  // The next change starts a new draft, which the repository stores.
  store.repository.startNewDraft?.();
}
