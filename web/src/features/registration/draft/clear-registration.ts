/** Deletes what is left on the device of a form that the server has. */
import { logger } from "../../../logger/logger";
import { type AccountEvent, hasRecord, recordsDeletedBy } from "../../../storage/records";
import { loadChunk } from "../../../version/load-chunk";

/** Clears up for a person who is registered: the app may have been closed before the answer came. */
export async function clearRegistration(account: string): Promise<void> {
  const names = recordsDeletedBy("profileAccepted", account);
  const hasLeftovers = names.some((name) => name !== "profile" && hasRecord(account, name));
  if (hasLeftovers) await clear(account, "profileAccepted");
}

/** Clears up for a person whom no reviewer asks: the answers were sent, or are not needed any more. */
export async function clearResubmission(account: string): Promise<void> {
  if (hasRecord(account, "resubmission")) await clear(account, "requestOver");
}

async function clear(account: string, event: AccountEvent): Promise<void> {
  try {
    const { deleteRecords } = await loadChunk(() => import("../../../storage/delete-records"));
    // This reads the table again: the person may have opened a reviewer's request in the meantime.
    await deleteRecords(account, event);
  } catch {
    logger.warn("the leftovers of a sent form could not be deleted");
  }
}
