/** Deletes the remains of a form on this device once the server has the form. */
import { logger } from "#/logger/logger";
import { deleteRecords } from "#/storage/delete-records";
import { type AccountEvent, hasRecord, isTextRecord, recordsDeletedBy } from "#/storage/records";

/** Cleans up for a person with a profile. The app may have been closed before it received the server's answer. */
export async function clearRegistration(account: string): Promise<void> {
  const names = recordsDeletedBy("profileAccepted", account);
  const hasLeftovers = names.some((name) => isTextRecord(name) && hasRecord(account, name));
  if (hasLeftovers) await clear(account, "profileAccepted");
}

/** Cleans up when no reviewer wants answers: the server has the answers, or does not need them any more. */
export async function clearResubmission(account: string): Promise<void> {
  if (hasRecord(account, "resubmission")) await clear(account, "requestOver");
}

async function clear(account: string, event: AccountEvent): Promise<void> {
  try {
    await deleteRecords(account, event);
  } catch {
    logger.warn("the leftovers of a sent form could not be deleted");
  }
}
