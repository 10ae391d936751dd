/** Asks a rejected member for the reasons of an appeal, and sends them to another reviewer. */
import { useState } from "react";
import { sendAppeal } from "#/api/appeal";
import { failureCode, mayPass } from "#/api/error";
import { showUnseenFailure } from "#/api/failure-toasts";
import { useLists } from "#/core/use-core";
import { useText } from "#/i18n/use-text";
import { countCharacters } from "#/lib/characters";
import { endIntoView } from "#/lib/end-into-view";
import { useAct } from "#/lib/use-act";
import { NotStored } from "#/member/not-stored";
import { useUnsentText } from "#/member/use-unsent-text";
import type { OverlayProps } from "#/overlays/overlays";
import { asMember } from "#/person/identify-member";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";
import { Dialog } from "#/ui/dialog";
import { TextArea } from "#/ui/fields/text-area";
import { appealDraftId } from "./appeal-draft";

interface Props extends OverlayProps<never> {
  onSent: () => void;
  /** Called when the dialog closes after E008, which means that the member can no longer appeal. */
  onChanged: () => void;
}

const formId = "appeal-form";
const textId = "appeal-text";

export function AppealDialog({ isOpen, close, onSent, onChanged }: Props) {
  const t = useText();
  const { text, setText, isStored, storeNow, empty, deleteStored } = useUnsentText(appealDraftId);
  const { isBusy: isSending, error: failed, run } = useAct(showUnseenFailure);
  const [isTried, setTried] = useState(false);
  // The longest text allowed. Null, so not checked, until core's lists are loaded. The server checks the length, too.
  const max = useLists()?.meetingLimits().appealText ?? null;
  const count = countCharacters(text);
  const isTooLong = max !== null && count > max;
  const code = failed === null ? null : failureCode(failed);
  const isOver = code === "E008";
  const canRetry = code !== null && mayPass(code);

  /** Keeps the dialog open while the text is being sent, because closing would not stop the call. */
  const leave = () => {
    if (isSending) return;
    storeNow();
    close();
    if (isOver) onChanged();
  };
  const send = async () => {
    if (isSending || isOver) return;
    setTried(true);
    if (count === 0 || isTooLong) return document.getElementById(textId)?.focus();
    storeNow();
    const isSent = await run(async () => {
      await asMember(() => sendAppeal(text));
      empty();
      deleteStored();
      onSent();
    });
    if (isSent) close();
  };
  const error = isTooLong
    ? t("rights.appeal.tooLong", { max: max ?? 0 })
    : isTried && count === 0
      ? t("rights.appeal.required")
      : undefined;

  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      title={t("rights.appeal")}
      closeLabel={t("ui.close")}
      actions={
        <>
          <Button variant="secondary" disabled={isSending} onClick={leave}>
            {t(isOver ? "ui.close" : "ui.cancel")}
          </Button>
          {isOver ? null : (
            <Button type="submit" form={formId} isBusy={isSending}>
              {t(canRetry ? "shell.retry" : "rights.appeal.send")}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className="text-muted">{t("rights.appeal.text")}</p>
        <TextArea
          id={textId}
          label={t("rights.appeal.label")}
          hint={t("rights.appeal.hint")}
          rows={6}
          error={error}
          isErrorLive
          counter={max === null ? undefined : t("rights.appeal.counter", { count, max })}
          over={isTooLong}
          value={text}
          onChange={(value) => {
            // Ignore changes while the text is being sent, because a success deletes the text.
            if (!isSending) setText(value);
          }}
        />
        {isStored || text === "" ? null : <NotStored />}
      </form>
      <div role="alert" className="*:mt-4">
        {code !== null ? (
          <div ref={endIntoView}>
            <Banner
              isSilent
              tone="danger"
              title={isOver ? t("rights.appeal.over.title") : t(`failure.${code}`)}
            >
              {t(`rights.appeal.${adviceFor(code)}`)}
            </Banner>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}

function adviceFor(code: ReturnType<typeof failureCode>): "over.text" | "invalid" | "failed" {
  if (code === "E008") return "over.text";
  return mayPass(code) ? "failed" : "invalid";
}
