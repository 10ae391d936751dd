/** Removes every trace of a registration from the device. */
import { forgetTicket } from "../../../api/registration";
import { removeStored } from "../../../storage/local";
import { removeEntry } from "../outbox/outbox-entry";
import { clearPicks } from "../photos/stored-picks";
import { forgetWorkEmail } from "../work-email/work-email-storage";
import { clearForm } from "./draft-storage";

export { forgetAside } from "./aside";

/** Draft, page, files, ticket and outbox: the profile stands, or a person leaves. */
export function forgetForm(userId: string): void {
  // First: other windows take an empty outbox beside a draft for one that was taken back.
  clearForm();
  removeStored("registerFormUnread");
  forgetTicket();
  removeEntry();
  forgetWorkEmail();
  void clearPicks(userId);
}
