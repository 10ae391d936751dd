/** Asks the person to confirm an act, and runs it in the dialog, which shows progress and failure of the act. */
import { failureCode } from "#/api/error";
import { showUnseenFailure } from "#/api/failure-toasts";
import { text } from "#/i18n/use-text";
import type { Question, Work } from "#/overlays/confirm-dialog";
import { askToConfirm } from "#/overlays/open-dialog";

interface ConfirmedAct {
  question: Question;
  run: Work["run"];
  advice?: string;
}

/** Returns true if the person said yes, and the act succeeded while the dialog was open. */
export function confirmAct({ question, run, advice }: ConfirmedAct): Promise<boolean> {
  const describe = (error: unknown) => ({
    title: text(`failure.${failureCode(error)}`),
    ...(advice ? { advice } : {}),
  });
  return askToConfirm(question, { run, describe, onFailed: showUnseenFailure });
}
