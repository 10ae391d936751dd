/** The text of an appeal, which this device stores until the server has it. */
import { unsent } from "#/storage/account-store";

export const appealDraftId = "appeal";

/** Deletes the text. Call this when the member can no longer appeal. */
export async function removeAppealDraft(account: string): Promise<void> {
  await unsent.delete(account, [appealDraftId]);
}
