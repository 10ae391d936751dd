/** Gives the work mailbox to the page of the verification, and its state to the check of the form. */
import { createContext, use, useSyncExternalStore } from "react";
import type { ProfileDraft } from "#/core/core";
import type { AnswersStore } from "#/profile-form/answers/answers-store";
import { withoutField } from "#/profile-form/answers/form-errors";
import type { FormError } from "#/profile-form/form-error";
import type { WorkEmailState, WorkEmailStore } from "./work-email-store";

/** Null if the deployment cannot send mails, so that the form does not offer the method. */
export const WorkEmailContext = createContext<WorkEmailStore | null>(null);

/** Returns whether the form offers the method. */
export function useOffersWorkEmail(): boolean {
  return use(WorkEmailContext) !== null;
}

export function useWorkEmail(): { store: WorkEmailStore; state: WorkEmailState } {
  const store = use(WorkEmailContext);
  if (!store)
    throw new Error("the form asks for a work mailbox that this deployment cannot confirm");
  return { store, state: useSyncExternalStore(store.subscribe, store.getState) };
}

/** Removes the server's errors about the mailbox: they no longer hold, though the answers are the same. */
export function clearMailboxErrors(form: AnswersStore): void {
  form.setServerErrors(withoutField("verifyMethod", form.getState().serverErrors));
}

/** Checks what core leaves to the server: that the mailbox is confirmed, as far as this device knows. */
export function checkConfirmed(store: WorkEmailStore | null, draft: ProfileDraft): FormError[] {
  const { verifyMethod, employerId } = draft;
  // Without an employer, core reports that first.
  if (verifyMethod !== "WORK_EMAIL" || !employerId) return [];
  if (store?.isConfirmedFor(employerId)) return [];
  return [{ path: "verifyMethod", code: "email_unconfirmed", params: {} }];
}
