/** Opens the privacy policy from any page. */
import { tryAreas } from "../../../i18n/load";
import { text } from "../../../i18n/use-text";
import { logger } from "../../../logger/logger";
import { openOverlay } from "../../../overlays/overlays";
import { addToast } from "../../../toasts/toasts";
import { loadTapped } from "../../../version/load-chunk";

/** Loads the dialog and its messages, so that they can be shown without a network. */
export async function bringPrivacyPolicy() {
  const [{ PrivacyDialog }] = await Promise.all([import("./privacy-dialog"), tryAreas("privacy")]);
  return PrivacyDialog;
}

export async function openPrivacyPolicy(): Promise<void> {
  try {
    openOverlay(await loadTapped(bringPrivacyPolicy));
  } catch {
    logger.warn("the privacy policy could not be loaded");
    addToast(text("ui.notOpened"), { color: "red" });
  }
}
