/** Opens the privacy policy, from wherever it is linked. */
import { tryNamespaces } from "../../../i18n/load";
import { text } from "../../../i18n/use-text";
import { logger } from "../../../logger/logger";
import { openOverlay } from "../../../overlays/overlays";
import { addToast } from "../../../toasts/toasts";
import { loadChunkNow } from "../../../version/load-chunk";

/** Brings dialog and words, so that they are there without a network too; fails where there is none. */
export async function bringPrivacyPolicy() {
  const [{ PrivacyDialog }] = await Promise.all([
    import("./privacy-dialog"),
    tryNamespaces("privacy"),
  ]);
  return PrivacyDialog;
}

export async function openPrivacyPolicy(): Promise<void> {
  try {
    openOverlay(await loadChunkNow(bringPrivacyPolicy));
  } catch {
    logger.warn("the privacy policy could not be loaded");
    addToast(text("ui.notOpened"), { color: "red" });
  }
}
