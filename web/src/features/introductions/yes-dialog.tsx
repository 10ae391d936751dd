/** The dialog before a yes: it cannot be taken back, and may answer the other person's question. */
import { useEffect, useState } from "react";
import { useText } from "../../i18n/use-text";
import { countCharacters } from "../../lib/characters";
import { getLiffUser } from "../../liff/liff";
import type { OverlayProps } from "../../overlays/overlays";
import { readUnsent, writeUnsent } from "../../storage/unsent";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { TextArea } from "../../ui/fields/text-area";
import { yesDraftId } from "../member/outbox";

interface Props extends OverlayProps<string> {
  introductionId: string;
  name: string;
  /** The other person's question; empty if they ask none. */
  question: string;
  /** The longest answer, in characters. */
  maxLength: number;
}

/** Returns the answer to the question, which may be empty, or undefined without a yes. */
export function YesDialog(props: Props) {
  const { isOpen, close, introductionId, name, question, maxLength } = props;
  const t = useText();
  const [note, setNote] = useDraft(yesDraftId(introductionId));
  const count = countCharacters(note);
  const isOver = count > maxLength;
  const sayYes = () => {
    if (isOver) return;
    close(note.trim());
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => close()}
      title={t("introductions.yes.title", { name })}
      closeLabel={t("ui.close")}
      actions={
        <>
          <Button variant="secondary" onClick={() => close()}>
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
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

/** A text that survives the closing of the dialog and of the app. */
function useDraft(id: string): [string, (text: string) => void] {
  const [note, setNote] = useState("");
  useEffect(() => {
    void readUnsent(getLiffUser().userId, id).then((stored) => {
      if (typeof stored === "string") setNote((typed) => typed || stored);
    });
  }, [id]);
  const change = (text: string) => {
    setNote(text);
    void writeUnsent(getLiffUser().userId, id, text);
  };
  return [note, change];
}
