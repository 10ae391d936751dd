/** Remembers the latest decision while the reviewer can still take it back. */
import { failureCode, hasCode } from "#/api/error";
import { type CaseAction, type CaseKind, undoDecision } from "#/api/review-cases";
import { CaseConflict, serverNowMs } from "#/api/review-client";
import { text } from "#/i18n/use-text";
import { casePath } from "#/lib/paths";
import { createStore, useStore } from "#/lib/store";
import { navigate } from "#/navigation/navigation";
import { addToast } from "#/toasts/toasts";
import { deleteDraft } from "./draft";

export interface Decided {
  id: number;
  kind: CaseKind;
  action: CaseAction;
  /** The time at which the member learns of the decision, by the server's clock. */
  effectAtMs: number;
}

const store = createStore<{ decided: Decided | null; isBusy: boolean }>({
  decided: null,
  isBusy: false,
});
let timer: ReturnType<typeof setTimeout> | undefined;

export const useUndo = () => useStore(store);

/** Offers to take this decision back until it takes effect. The offer for an earlier decision ends. */
export function noteDecision(decided: Decided): void {
  const { decided: before } = store.get();
  if (before && before.id !== decided.id) deleteDraft(before.id);
  clearTimeout(timer);
  timer = setTimeout(() => forgetDecision(decided.id), decided.effectAtMs - serverNowMs());
  store.set({ decided, isBusy: false });
}

/** Takes the latest decision back, and opens its case with the draft of the decision. */
export async function undoLatest(): Promise<void> {
  const { decided, isBusy } = store.get();
  if (!decided || isBusy) return;
  store.set({ isBusy: true });
  try {
    await takeBack(decided.id);
    clearTimeout(timer);
    store.set({ decided: null, isBusy: false });
    addToast(text("console.undo.done"), { color: "green" });
    await navigate(casePath(decided.id));
  } catch (error) {
    store.set({ isBusy: false });
    const isLate =
      error instanceof CaseConflict || hasCode(error, "E003") || hasCode(error, "E004");
    if (isLate) forgetDecision(decided.id);
    const words = text(isLate ? "console.undo.late" : `failure.${failureCode(error)}`);
    addToast(words, { color: "red" });
  }
}

async function takeBack(caseId: number): Promise<void> {
  try {
    await undoDecision(caseId);
  } catch (error) {
    // If the case is open, an earlier call already undid the decision and only the server's answer was lost.
    const isUndone = error instanceof CaseConflict && error.standing.state === "OPEN";
    if (!isUndone) throw error;
  }
}

function forgetDecision(caseId: number): void {
  if (store.get().decided?.id !== caseId) return;
  clearTimeout(timer);
  deleteDraft(caseId);
  store.set({ decided: null });
}
