/** Removes every trace of a registration from the device. */
import { forgetTicket } from "../../../api/registration";
import { readJson, removeStored } from "../../../storage/local";
import { removeEntry } from "../outbox/outbox-entry";
import { clearPicks } from "../photos/stored-picks";
import { forgetWorkEmail } from "../work-email/work-email-storage";
import { clearForm } from "./draft-storage";

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

/** The same where a form of this person is still there although they are registered. */
export function forgetLeftovers(userId: string): void {
  const kept = readJson("registerForm") as { account?: unknown } | null;
  if (kept?.account === userId) forgetForm(userId);
}
