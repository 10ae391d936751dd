/** Opens the privacy policy from the member's pages. */

import { openPrivacyPolicy } from "#/features/policy/privacy-policy";
import { useText } from "#/i18n/use-text";
import { Button } from "#/ui/button";

export function PolicyButton() {
  const t = useText();
  return (
    <Button
      variant="ghost"
      className="-ml-2 self-start wrap-anywhere"
      onClick={() => void openPrivacyPolicy()}
    >
      {t("member.policy")}
    </Button>
  );
}
