/** The one way to open a dialog above the page. */
import type { ComponentType } from "react";
import { text } from "#/i18n/use-text";
import { within } from "#/lib/time-limit";
import { logger } from "#/logger/logger";
import { addToast } from "#/toasts/toasts";
import { loadChunkNow } from "#/version/load-chunk";
import type { Question, Work } from "./confirm-dialog";
import { type AnyProps, type OpenArguments, openOverlay, type ResultOf } from "./overlays";

/**
 * Loads a dialog's component, opens it, and returns its result, or undefined if the person closed it. If
 * the component does not load, a toast says so, and the result is undefined too.
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

/** A tunnel may never answer, and the next question must not wait for this one. */
const loadLimitMs = 15_000;

/** True from the tap that asks a question to its answer. The dialog takes a moment to load. */
let isAsking = false;

/**
 * Asks a yes-or-no question, and does the work after a yes. Returns true only if the person said yes and
 * the work is done. A second question while one is open counts as a no.
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
