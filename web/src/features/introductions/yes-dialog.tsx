/** The dialog before a yes. It says that a yes is final, and has a box to answer the other person's question. */

import { useText } from "#/i18n/use-text";
import { countCharacters } from "#/lib/characters";
import { NotStored } from "#/member/not-stored";
import { useUnsentText, yesDraftId } from "#/member/use-unsent-text";
import type { OverlayProps } from "#/overlays/overlays";
import { Button } from "#/ui/button";
import { Dialog } from "#/ui/dialog";
import { TextArea } from "#/ui/fields/text-area";

interface Props extends OverlayProps<string> {
  introductionId: string;
  name: string;
  /** The other person's question. Empty if the person asks none. */
  question: string;
  maxLength: number;
}

/** Closes with the member's answer to the question, which may be empty, or with undefined after a cancel. */
export function YesDialog(props: Props) {
  const { isOpen, close, introductionId, name, question, maxLength } = props;
  const t = useText();
  const {
    text: note,
    setText: setNote,
    isStored,
    storeNow,
  } = useUnsentText(yesDraftId(introductionId));
  const count = countCharacters(note);
  const isOver = count > maxLength;
  const leave = (answer?: string) => {
    // Store the text when the dialog closes and not at the unmount after the closing animation. By then, a new dialog
    // may have read the draft, or a sent answer may have deleted the draft.
    storeNow();
    close(answer);
  };
  const sayYes = () => {
    if (!isOver) leave(note.trim());
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => leave()}
      title={t("introductions.yes.title", { name })}
      closeLabel={t("ui.close")}
      actions={
        <>
          <Button variant="secondary" onClick={() => leave()}>
            {t("ui.cancel")}
          </Button>
          <Button onClick={sayYes}>{t("introductions.yes.confirm")}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="m-0">{t("introductions.yes.text", { name })}</p>
        {question ? (
          <>
            <blockquote
              dir="auto"
              className="m-0 border-l-4 border-accent pl-3 text-lg font-semibold whitespace-pre-line wrap-anywhere"
            >
              {question}
            </blockquote>
            <TextArea
              id="yes-note"
              label={t("introductions.yes.note")}
              note={t("member.optional")}
              hint={t("introductions.yes.noteHint", { name })}
              rows={3}
              value={note}
              onChange={setNote}
              counter={t("member.count", { count, max: maxLength })}
              over={isOver}
              error={isOver ? t("member.tooLong", { max: maxLength }) : undefined}
            />
            {isStored || note === "" ? null : <NotStored />}
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
