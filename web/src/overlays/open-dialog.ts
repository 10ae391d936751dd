/** Opens dialogs above the page. All dialogs are opened here. */
import type { ComponentType } from "react";
import { text } from "#/i18n/use-text";
import { within } from "#/lib/time-limit";
import { logger } from "#/logger/logger";
import { addToast } from "#/toasts/toasts";
import { loadChunkNow } from "#/version/load-chunk";
import type { Question, Work } from "./confirm-dialog";
import { type AnyProps, type OpenArguments, openOverlay, type ResultOf } from "./overlays";

/**
 * Loads a dialog's component, opens the dialog, and returns its result, or undefined if the person closed the dialog.
 * If its code did not load, shows a toast and returns undefined.
 */
export async function openDialog<Props extends AnyProps>(
  load: () => Promise<ComponentType<Props>>,
  ...props: OpenArguments<Props>
): Promise<ResultOf<Props> | undefined> {
  let dialog: ComponentType<Props>;
  try {
    dialog = await within(loadLimitMs, loadChunkNow(load));
  } catch {
    logger.warn("a dialog could not be loaded");
    addToast(text("ui.notOpened"), { color: "red" });
    return undefined;
  }
  return openOverlay(dialog, ...props).result;
}

/** The longest wait for a dialog's code. Without a limit, a lost network could block all further questions. */
const loadLimitMs = 15_000;

/** True from the tap that opens a question until the person answers, so that a second tap does not open it again. */
let isAsking = false;

/**
 * Asks a yes-or-no question, and does the work after a yes. Returns true only if the person said yes and the work
 * succeeded. While a question is open, a second question is not shown and returns false.
 */
export async function askToConfirm(question: Question, work?: Work): Promise<boolean> {
  if (isAsking) return false;
  isAsking = true;
  const load = async () => (await import("./confirm-dialog")).ConfirmDialog;
  const props = work ? { ...question, work } : question;
  const answer = await openDialog(load, props).finally(() => {
    isAsking = false;
  });
  return answer === true;
}
