/** Lists the notes of a conversation by day, and below them the notes that are not sent yet. */
import { i18n } from "@lingui/core";
import { Fragment } from "react";
import { mayPass } from "#/api/error";
import type { Note } from "#/api/matches";
import { isRisky } from "#/i18n/risky-words";
import { text as say, useText } from "#/i18n/use-text";
import { focusHeading } from "#/lib/focus-heading";
import { useIsOnline } from "#/lib/online";
import { memberOutbox } from "#/member/member-outbox";
import { formatDay, formatMoment, isSameDay } from "#/member/moments";
import type { UnsentNote } from "#/member/outbox";
import { Button } from "#/ui/button";
import { toneClasses } from "#/ui/card";
import { Icon } from "#/ui/icon";

interface Props {
  name: string;
  notes: readonly Note[];
  unsent: readonly UnsentNote[];
  sending: ReadonlySet<string>;
  /** The time of the next attempt, if the server refused the latest attempt only for the moment. */
  nextAtMs: number | undefined;
  readUntil: number | null;
}

export function NoteList({ name, notes, unsent, sending, nextAtMs, readUntil }: Props) {
  const t = useText();
  const lastMine = notes.findLast(({ mine }) => mine)?.noteId;
  return (
    <div role="log" aria-label={t("matches.notes", { name })}>
      <ol className="m-0 flex list-none flex-col gap-2 p-0">
        {notes.map((note, index) => {
          const at = new Date(note.sentAt);
          const before = notes[index - 1];
          const isNewDay = !before || !isSameDay(new Date(before.sentAt), at);
          return (
            <Fragment key={note.noteId}>
              {isNewDay ? <Day at={at} /> : null}
              <li className={lineClass(note.mine)}>
                <Bubble isMine={note.mine} from={note.mine ? t("matches.from.me") : name}>
                  {note.text}
                </Bubble>
                <p className="m-0 text-sm text-muted">
                  {i18n.date(at, { timeStyle: "short" })}
                  {note.noteId === lastMine && readUntil !== null && readUntil >= note.noteId
                    ? ` · ${t("matches.read")}`
                    : null}
                </p>
                {!note.mine && isRisky(note.text) ? (
                  <p
                    className={`m-0 flex items-start gap-2 rounded-md p-3 text-sm ${toneClasses.accent}`}
                  >
                    <Icon name="triangle-alert" className="mt-0.5 size-4" />
                    <span>{t("matches.warning")}</span>
                  </p>
                ) : null}
              </li>
            </Fragment>
          );
        })}
        {unsent.map((note) => (
          <li key={note.id} className={lineClass(true)}>
            <Bubble isMine isPale from={t("matches.from.me")}>
              {note.text}
            </Bubble>
            <Delivery note={note} isSending={sending.has(note.id)} nextAtMs={nextAtMs} />
          </li>
        ))}
      </ol>
    </div>
  );
}

const lineClass = (isMine: boolean) =>
  `flex max-w-[85%] flex-col gap-0.5 ${isMine ? "items-end self-end" : "items-start self-start"}`;

function Day({ at }: { at: Date }) {
  const t = useText();
  const isToday = isSameDay(at, new Date());
  return (
    <li className="self-center py-2 text-sm text-muted">
      {isToday ? t("matches.today") : formatDay(at)}
    </li>
  );
}

interface BubbleProps {
  isMine: boolean;
  isPale?: boolean;
  from: string;
  children: string;
}

/** Shows the note as plain text, so that the member cannot tap a link in the note. */
function Bubble({ isMine, isPale, from, children }: BubbleProps) {
  const colors = isMine ? "bg-accent text-on-accent" : "border border-line bg-surface text-ink";
  return (
    <p
      dir="auto"
      className={`m-0 rounded-lg px-4 py-2 whitespace-pre-wrap wrap-anywhere ${
        isPale ? "border border-dashed border-accent bg-accent-soft text-ink" : colors
      }`}
    >
      <span className="sr-only">{say("matches.says", { name: from })} </span>
      {children}
    </p>
  );
}

interface DeliveryProps {
  note: UnsentNote;
  isSending: boolean;
  nextAtMs: number | undefined;
}

function Delivery({ note, isSending, nextAtMs }: DeliveryProps) {
  const t = useText();
  const isOnline = useIsOnline();
  if (note.failure === null && nextAtMs !== undefined && isOnline && !isSending) {
    return (
      <div className="flex flex-col items-end">
        <p className="m-0 flex items-start gap-1 text-sm text-muted">
          <Icon name="clock" className="mt-0.5 size-4" />
          {t("matches.later", { time: formatMoment(nextAtMs) })}
        </p>
        <DeleteButton id={note.id} />
      </div>
    );
  }
  if (note.failure === null) {
    return (
      <p className="m-0 flex items-center gap-1 text-sm text-muted">
        <Icon name="clock" className="size-4" />
        {t(isSending && isOnline ? "matches.sending" : "matches.queued")}
      </p>
    );
  }
  const reason = t(`failure.${note.failure}`);
  const retry = () => {
    // The retry removes the focused button, so move the focus to the heading.
    focusHeading();
    memberOutbox().retry(note.id);
  };
  return (
    <div className="flex flex-col items-end">
      <p className="m-0 flex items-start gap-1 text-sm font-semibold text-danger">
        <Icon name="circle-alert" className="mt-0.5 size-4" />
        {t("matches.notSent", { reason })}
      </p>
      <div className="flex gap-2">
        <DeleteButton id={note.id} />
        {mayPass(note.failure) ? (
          <Button variant="ghost" onClick={retry}>
            {t("matches.retry")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function DeleteButton({ id }: { id: string }) {
  const t = useText();
  const remove = () => {
    // The button disappears together with the note, so move the focus to the heading.
    focusHeading();
    void memberOutbox().remove(id);
  };
  return (
    <Button variant="ghost" onClick={remove}>
      {t("matches.delete")}
    </Button>
  );
}
