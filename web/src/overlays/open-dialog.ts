/** The one way to open a dialog above the page. */
import type { ComponentType } from "react";
import { text } from "../i18n/use-text";
import { logger } from "../logger/logger";
import { addToast } from "../toasts/toasts";
import { loadChunkNow } from "../version/load-chunk";
import type { Question } from "./confirm-dialog";
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
    dialog = await loadChunkNow(load);
  } catch {
    logger.warn("a dialog could not be loaded");
    addToast(text("ui.notOpened"), { color: "red" });
    return undefined;
  }
  return openOverlay(dialog, ...props).result;
}

/** Asks a yes-or-no question. Returns true only if the person said yes. */
export async function askToConfirm(question: Question): Promise<boolean> {
  const answer = await openDialog(
    async () => (await import("./confirm-dialog")).ConfirmDialog,
    question,
  );
  return answer === true;
}
