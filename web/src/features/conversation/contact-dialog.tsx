/** The dialog in which a member offers the link to their own LINE contact. */
import { useState } from "react";
import { failureCode, hasCode } from "#/api/error";
import { showUnseenFailure } from "#/api/failure-toasts";
import { offerContact } from "#/api/matches";
import { useText } from "#/i18n/use-text";
import { useAct } from "#/lib/use-act";
import type { OverlayProps } from "#/overlays/overlays";
import { asMember } from "#/person/identify-member";
import { Button } from "#/ui/button";
import { toneClasses } from "#/ui/card";
import { Dialog } from "#/ui/dialog";
import { TextField } from "#/ui/fields/text-field";
import { keepContact } from "./keep-contact";

interface Props extends OverlayProps<never> {
  matchId: string;
  name: string;
}

export function ContactDialog({ isOpen, close, matchId, name }: Props) {
  const t = useText();
  const [line, setLine] = useState("");
  const { isBusy, error, run } = useAct(showUnseenFailure);
  const offer = async () => {
    const isDone = await run(async () =>
      keepContact(matchId, await asMember(() => offerContact(matchId, line.trim()))),
    );
    if (isDone) close();
  };
  // The server answers E002 if the link breaks core's rule. An empty link breaks the rule, too.
  const isWrong = hasCode(error, "E002");
  const problem = isWrong ? "matches.contact.wrong" : (`failure.${failureCode(error)}` as const);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => close()}
      title={t("matches.contact.title")}
      closeLabel={t("ui.close")}
      actions={
        <>
          <Button variant="secondary" onClick={() => close()}>
            {t("ui.cancel")}
          </Button>
          <Button isBusy={isBusy} onClick={() => void offer()}>
            {t("matches.contact.send")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="m-0">{t("matches.contact.text", { name })}</p>
        <p className={`m-0 rounded-md p-3 ${toneClasses.accent}`}>{t("matches.contact.rules")}</p>
        <TextField
          id="line-contact"
          label={t("matches.contact.label")}
          hint={t("matches.contact.hint")}
          error={error === null ? undefined : t(problem)}
          isErrorLive
          value={line}
          onChange={setLine}
          kind="url"
        />
      </div>
    </Dialog>
  );
}
