/** Forgets everything of a form: what is on the screen, and what the device keeps of it. */
import type { ProfileDraft } from "../../../core/core";
import { deleteRecords } from "../../../storage/delete-records";
import { listFiles } from "../photos/photo-list";
import type { FormStore } from "./form-store";

/** What says whose draft it is, and not what they answered. */
const kept = ["account", "password", "schemaVersion"];

export function forgetAnswers(store: FormStore): void {
  const { draft, photos } = store.getState();
  for (const { slot } of listFiles(photos)) store.files.removeFile(slot)?.finish();
  for (const name of Object.keys(draft) as (keyof ProfileDraft)[]) {
    if (!kept.includes(name)) store.setField(name, undefined);
  }
  store.stopSaving();
  void deleteRecords(store.userId, "answersRemoved");
  // What is typed from now on is kept again.
  store.keeping.beginAnew?.();
}
