/** The text of an appeal, which this device stores until the server has it. */
import { unsent } from "#/storage/account-store";

/** The name of the text's record in the store of unsent texts. */
export const appealDraftId = "appeal";

/** Deletes the text. Call it when the member cannot appeal. */
export async function removeAppealDraft(account: string): Promise<void> {
  await unsent.delete(account, [appealDraftId]);
}
