/** Hands the work mailbox to the page that asks for it, and to the form's own check. */
import { createContext, use, useSyncExternalStore } from "react";
import type { ProfileDraft } from "../../../core/core";
import type { FormError } from "../form/form-errors";
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

/** What the core leaves to the server, as far as this device knows it. */
export function checkConfirmed(store: WorkEmailStore | null, draft: ProfileDraft): FormError[] {
  const { verifyMethod, employerId } = draft;
  // Without an employer that comes first, and the core says so.
  if (verifyMethod !== "WORK_EMAIL" || !employerId) return [];
  if (store?.isConfirmedFor(employerId)) return [];
  return [{ path: "verifyMethod", code: "email_unconfirmed", params: {} }];
}
