/** Provides the store of the work mailbox to the inputs, and checks that the form has a confirmed mailbox. */
import { createContext, use, useSyncExternalStore } from "react";
import type { ProfileDraft } from "#/core/core";
import type { AnswersStore } from "#/profile-form/answers/answers-store";
import { withoutField } from "#/profile-form/answers/form-errors";
import type { FormError } from "#/profile-form/form-error";
import type { WorkEmailState, WorkEmailStore } from "./work-email-store";

/** Null if the deployment cannot send mails. The form then does not offer to verify with a work mailbox. */
export const WorkEmailContext = createContext<WorkEmailStore | null>(null);

export function useOffersWorkEmail(): boolean {
  return use(WorkEmailContext) !== null;
}

export function useWorkEmail(): { store: WorkEmailStore; state: WorkEmailState } {
  const store = use(WorkEmailContext);
  if (!store)
    throw new Error("the form asks for a work mailbox that this deployment cannot confirm");
  return { store, state: useSyncExternalStore(store.subscribe, store.getState) };
}

/**
 * Removes the server's errors about the mailbox. Call it after a change of the mailbox. The mailbox is not in the
 * draft, so `setField` does not remove these errors.
 */
export function clearMailboxErrors(form: AnswersStore): void {
  form.setServerErrors(withoutField("verifyMethod", form.getState().serverErrors));
}

/** Returns an error if this device knows no confirmation of the mailbox. Core does not know of confirmations. */
export function checkConfirmed(store: WorkEmailStore | null, draft: ProfileDraft): FormError[] {
  const { verifyMethod, employerId } = draft;
  // If the employer is missing, return no error, because core already reports the missing employer.
  if (verifyMethod !== "WORK_EMAIL" || !employerId) return [];
  if (store?.isConfirmedFor(employerId)) return [];
  return [{ path: "verifyMethod", code: "email_unconfirmed", params: {} }];
}
