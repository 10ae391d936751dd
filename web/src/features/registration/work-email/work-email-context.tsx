/** Hands the work mailbox to the page that asks for it, and to the form's own check. */
import { createContext, use, useEffect, useSyncExternalStore } from "react";
import type { ProfileDraft } from "../../../core/core";
import { type FormError, withoutField } from "../form/form-errors";
import type { FormStore } from "../form/form-store";
import type { WorkEmailState, WorkEmailStore } from "./work-email-store";

/** Null where the deployment cannot send mails, and the method is not offered. */
export const WorkEmailContext = createContext<WorkEmailStore | null>(null);

/** Whether the method can be offered here. */
export function useOffersWorkEmail(): boolean {
  return use(WorkEmailContext) !== null;
}

export function useWorkEmail(): { store: WorkEmailStore; state: WorkEmailState } {
  const store = use(WorkEmailContext);
  if (!store) throw new Error("a work mailbox is asked for where none can be confirmed");
  return { store, state: useSyncExternalStore(store.subscribe, store.getState) };
}

/** For as long as the form is open, the mailbox follows other windows, and its errors follow it. */
export function useFollowedMailbox(form: FormStore): void {
  const store = use(WorkEmailContext);
  useEffect(() => store?.follow(() => forgetDoubts(form)), [store, form]);
}

/** What the server said of the mailbox holds no longer, though the answers are the same. */
export function forgetDoubts(form: FormStore): void {
  form.setServerErrors(withoutField("verifyMethod", form.getState().serverErrors));
}

/** What the core leaves to the server, as far as this device knows it. */
export function checkConfirmed(store: WorkEmailStore | null, draft: ProfileDraft): FormError[] {
  const { verifyMethod, employerId } = draft;
  // Without an employer that comes first, and the core says so.
  if (verifyMethod !== "WORK_EMAIL" || !employerId) return [];
  if (store?.isConfirmedFor(employerId)) return [];
  return [{ path: "verifyMethod", code: "email_unconfirmed", params: {} }];
}
