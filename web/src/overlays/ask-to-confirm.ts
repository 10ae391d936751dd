/** Asks a person before something is done that matters. */
import { text } from "../i18n/use-text";
import { logger } from "../logger/logger";
import { addToast } from "../toasts/toasts";
import { loadChunkNow } from "../version/load-chunk";
import type { Question } from "./confirm-dialog";
import { openOverlay } from "./overlays";

/** True only if the person said yes. The dialog is loaded when the first question is asked. */
export async function askToConfirm(question: Question): Promise<boolean> {
  try {
    const { ConfirmDialog } = await loadChunkNow(() => import("./confirm-dialog"));
    return (await openOverlay(ConfirmDialog, question).result) === true;
  } catch {
    logger.warn("the question could not be loaded");
    addToast(text("ui.notOpened"), { color: "red" });
    return false;
  }
}
