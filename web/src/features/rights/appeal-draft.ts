/** The text of an appeal on this device, until the server has it. */
import { unsent } from "#/storage/account-store";

/** The record of the text among those that the server does not have yet. */
export const appealDraftId = "appeal";

/** Deletes the text of a member who cannot appeal, or not any more. */
export async function removeAppealDraft(account: string): Promise<void> {
  await unsent.delete(account, [appealDraftId]);
}
