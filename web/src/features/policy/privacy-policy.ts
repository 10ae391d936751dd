/** Opens the privacy policy from any page. */
import { tryNamespaces } from "#/i18n/load";
import { openDialog } from "#/overlays/open-dialog";

/** Loads the dialog and its messages, so that the policy can later be opened without a network. */
export async function preloadPrivacyPolicy() {
  const [{ PrivacyDialog }] = await Promise.all([
    import("./privacy-dialog"),
    tryNamespaces("privacy", "vocabulary"),
  ]);
  return PrivacyDialog;
}

export const openPrivacyPolicy = () => openDialog(preloadPrivacyPolicy);
