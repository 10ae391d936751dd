/** The box in which a member writes a note. Its text survives the closing of the app. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useText } from "../../i18n/use-text";
import { countCharacters } from "../../lib/characters";
import { getLiffUser } from "../../liff/liff";
import { readUnsent, removeUnsent, writeUnsent } from "../../storage/unsent";
import { boxClass } from "../../ui/fields/field-frame";
import { Icon } from "../../ui/icon";
import { memberOutbox } from "../member/member-outbox";

interface Props {
  matchId: string;
  name: string;
  /** The longest note, in characters. */
  maxLength: number;
  onSent: () => void;
}

/** The number of characters below the limit at which the counter appears. */
const countFrom = 50;
/** Each key would otherwise write to the database. */
const storeAfterMs = 300;

export function Composer({ matchId, name, maxLength, onSent }: Props) {
  const t = useText();
  const box = useRef<HTMLTextAreaElement>(null);
  const { note, setNote, empty, deleteDraft } = useNoteDraft(matchId);
  const count = countCharacters(note);
  const isOver = count > maxLength;
  const send = () => {
    if (count === 0 || isOver) {
      box.current?.focus();
      return;
    }
    // The note is stored with the unsent ones before its draft is deleted.
    void memberOutbox.addNote(matchId, note.trim()).then(deleteDraft);
    empty();
    // Keeps a phone's keyboard open for the next note.
    box.current?.focus();
    onSent();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // On a phone, Enter is for a new line; an input method uses it to choose a word.
    const isDesktop = window.matchMedia("(hover: hover) and (pointer: fine)").matches;
    if (event.key !== "Enter" || event.shiftKey || isOfInputMethod(event) || !isDesktop) return;
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
          onChange={(event) => setNote(event.target.value)}
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

/** Safari ends the composition before the key that ends it, and marks that key by this code alone. */
const inputMethodKeyCode = 229;

const isOfInputMethod = ({ nativeEvent, keyCode }: KeyboardEvent) =>
  nativeEvent.isComposing || keyCode === inputMethodKeyCode;

/** The text in the box, which is stored a moment after each change. */
function useNoteDraft(matchId: string) {
  const { userId } = getLiffUser();
  const id = `draft:${matchId}`;
  const [note, setNote] = useState("");
  const latest = useRef("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    void readUnsent(userId, id).then((stored) => {
      if (typeof stored !== "string" || latest.current !== "") return;
      latest.current = stored;
      setNote(stored);
    });
    const store = () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      timer.current = undefined;
      void writeUnsent(userId, id, latest.current);
    };
    // A phone may end the page without another event.
    document.addEventListener("visibilitychange", store);
    return () => {
      document.removeEventListener("visibilitychange", store);
      store();
    };
  }, [userId, id]);
  const change = (text: string) => {
    latest.current = text;
    setNote(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void writeUnsent(userId, id, latest.current);
    }, storeAfterMs);
  };
  /** Empties the box and leaves the stored draft. */
  const empty = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    latest.current = "";
    setNote("");
  };
  const deleteDraft = () => {
    // The member may be writing the next note already.
    if (latest.current === "") void removeUnsent(userId, id);
  };
  return { note, setNote: change, empty, deleteDraft };
}
