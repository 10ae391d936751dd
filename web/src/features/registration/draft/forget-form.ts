/** Removes every trace of a registration from the device. */
import { deleteRegistrationToken } from "../../../api/registration";
import { removeStored } from "../../../storage/local";
import { removeEntry } from "../outbox/outbox-entry";
import { clearPicks } from "../photos/stored-picks";
import { forgetWorkEmail } from "../work-email/work-email-storage";
import { clearForm } from "./draft-storage";

export { forgetFormAside } from "./aside";

/** Draft, page, ticket and outbox at once, and then the files: the profile stands, or a person leaves. */
export async function forgetForm(userId: string): Promise<void> {
  // First: other windows take an empty outbox beside a draft for one that was taken back.
  clearForm();
  removeStored("registerFormUnread");
  deleteRegistrationToken(userId);
  removeEntry();
  forgetWorkEmail();
  await clearPicks(userId);
}

/** The files alone: the app was closed when the rest was forgotten already. */
export async function forgetFiles(userId: string): Promise<void> {
  await clearPicks(userId);
}
