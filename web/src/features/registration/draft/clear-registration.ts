/** Deletes the remains of a form on this device once the server has the form. */
import { logger } from "#/logger/logger";
import { deleteRecords } from "#/storage/delete-records";
import { type AccountEvent, hasRecord, isTextRecord, recordsDeletedBy } from "#/storage/records";

/** Deletes a form whose profile the server has. Such a form remains if the app closed before the response arrived. */
export async function clearRegistration(account: string): Promise<void> {
  const names = recordsDeletedBy("profileAccepted", account);
  const hasLeftovers = names.some((name) => isTextRecord(name) && hasRecord(account, name));
  if (hasLeftovers) await clear(account, "profileAccepted");
}

/** Deletes stored answers to a reviewer. Call this when no reviewer waits for answers any more. */
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
