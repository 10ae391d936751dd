/** The box in which a member writes a note. Its text survives the closing of the app. */
import { type KeyboardEvent, useRef } from "react";
import { useText } from "#/i18n/use-text";
import { countCharacters } from "#/lib/characters";
import { isOfInputMethod } from "#/lib/input-method";
import { memberOutbox } from "#/member/member-outbox";
import { NotStored } from "#/member/not-stored";
import { useUnsentText } from "#/member/use-unsent-text";
import { boxClass } from "#/ui/fields/field-frame";
import { typedText } from "#/ui/fields/typed-text";
import { Icon } from "#/ui/icon";

interface Props {
  matchId: string;
  name: string;
  maxLength: number;
  onSent: () => void;
}

/** The counter appears when the member has fewer than this number of characters left. */
const countFrom = 50;

export function Composer({ matchId, name, maxLength, onSent }: Props) {
  const t = useText();
  const box = useRef<HTMLTextAreaElement>(null);
  const { text: note, setText: setNote, isStored, empty, deleteStored } = useNoteDraft(matchId);
  const count = countCharacters(note);
  const isOver = count > maxLength;
  const send = () => {
    if (count === 0 || isOver) {
      box.current?.focus();
      return;
    }
    // Delete the draft only after the outbox has stored the note, so that the closing of the app loses no text.
    void memberOutbox().addNote(matchId, note.trim()).then(deleteStored);
    empty();
    // A phone's keyboard stays open for the next note only if the box has the focus.
    box.current?.focus();
    onSent();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter sends the note on a desktop. On a phone, Enter starts a new line; in an input method, Enter chooses a word.
    const isDesktop = window.matchMedia("(hover: hover) and (pointer: fine)").matches;
    if (event.key !== "Enter" || event.shiftKey || !isDesktop) return;
    if (isOfInputMethod(event.nativeEvent)) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-end gap-2">
        <textarea
          ref={box}
          rows={1}
          dir="auto"
          aria-label={t("matches.write", { name })}
          placeholder={t("matches.write", { name })}
          aria-describedby="note-count"
          aria-invalid={isOver || undefined}
          enterKeyHint="enter"
          value={note}
          onChange={(event) => setNote(typedText(event))}
          onKeyDown={onKeyDown}
          className={`${boxClass(isOver ? "over" : undefined)} field-sizing-content max-h-40 min-h-12 resize-none`}
        />
        <button
          type="button"
          aria-label={t("matches.send")}
          onPointerDown={(event) => event.preventDefault()}
          onClick={send}
          className="grid size-12 shrink-0 place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-strong"
        >
          <Icon name="send" />
        </button>
      </div>
      {isStored || note === "" ? null : <NotStored />}
      <p
        id="note-count"
        aria-live="polite"
        className={`m-0 text-right text-sm ${isOver ? "font-semibold text-danger" : "text-muted"} empty:hidden`}
      >
        {count > maxLength - countFrom ? t("member.count", { count, max: maxLength }) : null}
      </p>
    </div>
  );
}

export const useNoteDraft = (matchId: string) =>
  useUnsentText(`draft:${matchId}`, (stored) => isOnItsWay(matchId, stored));

/** True if the outbox already has this text as a note. The box then does not show the text again. */
function isOnItsWay(matchId: string, stored: string): boolean {
  const { entries } = memberOutbox().getState();
  return entries.some(
    (entry) => entry.kind === "note" && entry.matchId === matchId && entry.text === stored.trim(),
  );
}
