/** Deletes what is left on the device of a form that the server has. */
import { logger } from "#/logger/logger";
import { deleteRecords } from "#/storage/delete-records";
import { type AccountEvent, hasRecord, isTextRecord, recordsDeletedBy } from "#/storage/records";

/** Clears up for a person who is registered: the app may have been closed before the answer came. */
export async function clearRegistration(account: string): Promise<void> {
  const names = recordsDeletedBy("profileAccepted", account);
  const hasLeftovers = names.some((name) => isTextRecord(name) && hasRecord(account, name));
  if (hasLeftovers) await clear(account, "profileAccepted");
}

/** Clears up for a person whom no reviewer asks: the answers were sent, or are not needed any more. */
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
