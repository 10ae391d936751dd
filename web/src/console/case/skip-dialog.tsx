/** Asks why a reviewer gives a case back undecided. Leads see the reasons. */
import { useState } from "react";
import type { SkipReason } from "#/api/review-cases";
import { reviewRules } from "#/core/review-rules";
import { useText } from "#/i18n/use-text";
import type { OverlayProps } from "#/overlays/overlays";
import { Button } from "#/ui/button";
import { Dialog } from "#/ui/dialog";
import { ChoiceField } from "#/ui/fields/choice-field";

export function SkipDialog({ isOpen, close }: OverlayProps<SkipReason>) {
  const t = useText();
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const skip = () => {
    setTried(true);
    const chosen = reviewRules.skipReasons.find((known) => known === reason);
    if (chosen) close(chosen);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => close()}
      title={t("console.skip.title")}
      closeLabel={t("ui.close")}
      actions={
        <>
          <Button variant="secondary" onClick={() => close()}>
            {t("ui.cancel")}
          </Button>
          <Button onClick={skip}>{t("console.skip.confirm")}</Button>
        </>
      }
    >
      <ChoiceField
        id="skip-reason"
        label={t("console.skip.question")}
        hint={t("console.skip.hint")}
        layout="column"
        value={reason}
        options={reviewRules.skipReasons.map((value) => ({
          value,
          label: t(`console.skipReason.${value}`),
        }))}
        error={isTried && reason === "" ? t("console.skip.missing") : undefined}
        onChange={setReason}
      />
    </Dialog>
  );
}
