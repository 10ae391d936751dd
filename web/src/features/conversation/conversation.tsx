/** Shows a conversation: the questions on the cards with their answers, the notes, and the offered contacts. */
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Match } from "#/api/matches";
import { useText } from "#/i18n/use-text";
import { focusHeadingIfLost } from "#/lib/focus-heading";
import { useOutbox } from "#/member/member-outbox";
import { NotStored } from "#/member/not-stored";
import type { UnsentNote } from "#/member/outbox";
import { ownProfile } from "#/member/own-profile";
import { useResource } from "#/member/resource";
import { Skeleton } from "#/member/skeleton";
import { Button } from "#/ui/button";
import { cardClass } from "#/ui/card";
import { ContactPanel } from "./contact-panel";
import { MetQuestion } from "./met-question";
import { NoteList } from "./note-list";
import { NotesStore } from "./notes-store";

export function useNotes(matchId: string) {
  const store = useMemo(() => new NotesStore(matchId), [matchId]);
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const { entries, sending, delayed, isDurable } = useOutbox();
  const unsent = entries.filter(
    (entry): entry is UnsentNote => entry.kind === "note" && entry.matchId === matchId,
  );
  useEffect(() => {
    const stopped = new AbortController();
    void store.follow(stopped.signal);
    return () => stopped.abort();
  }, [store]);
  const nextAtMs = delayed.get(matchId);
  return { ...state, unsent, sending, nextAtMs, isDurable, loadEarlier: () => store.loadEarlier() };
}

interface Props {
  match: Match;
  conversation: ReturnType<typeof useNotes>;
}

export function Conversation({ match, conversation }: Props) {
  const t = useText();
  const name = match.person.nickname;
  const { notes, ahead, unsent, sending, nextAtMs, readUntil, isDurable, isLoadingEarlier } =
    conversation;
  const hasEarlier = (notes?.[0]?.noteId ?? 1) > 1;
  useEffect(() => {
    // The button for earlier notes disappears once all are loaded. If the button had the focus, focus the heading.
    if (!hasEarlier) focusHeadingIfLost();
  }, [hasEarlier]);
  return (
    <>
      <Questions match={match} />
      {hasEarlier ? (
        <Button
          variant="ghost"
          className="self-center"
          isBusy={isLoadingEarlier}
          onClick={() => void conversation.loadEarlier()}
        >
          {t("matches.earlier")}
        </Button>
      ) : null}
      {notes === null ? <Skeleton shape="conversation" /> : null}
      {notes?.length === 0 && ahead.length === 0 && unsent.length === 0 ? (
        <p className="m-0 py-4 text-center text-muted">{t("matches.start", { name })}</p>
      ) : null}
      <NoteList
        name={name}
        notes={[...(notes ?? []), ...ahead]}
        unsent={unsent}
        sending={sending}
        nextAtMs={nextAtMs}
        readUntil={readUntil}
      />
      {isDurable || unsent.length === 0 ? null : <NotStored />}
      <MetQuestion match={match} />
      <ContactPanel match={match} />
    </>
  );
}

function Questions({ match: { person, answers } }: { match: Match }) {
  const t = useText();
  const name = person.nickname;
  const question = person.datingQuestion;
  if (!question && !answers.mine && !answers.theirs) return null;
  return (
    <section className={`${cardClass} flex flex-col gap-2`}>
      {question ? <Line>{t("matches.question.theirs", { name, question })}</Line> : null}
      {answers.mine ? <Line>{t("matches.answer.mine", { answer: answers.mine })}</Line> : null}
      {answers.theirs ? (
        <>
          <OwnQuestion />
          <Line>{t("matches.answer.theirs", { name, answer: answers.theirs })}</Line>
        </>
      ) : null}
    </section>
  );
}

/** The question that is on the member's card now. The other person may have answered an earlier question. */
function OwnQuestion() {
  const t = useText();
  const question = useResource(ownProfile).data?.profile.datingQuestion;
  return question ? <Line>{t("matches.question.mine", { question })}</Line> : null;
}

function Line({ children }: { children: string }) {
  return (
    <p dir="auto" className="m-0 whitespace-pre-line wrap-anywhere">
      {children}
    </p>
  );
}

/** The page counts as scrolled to its end if at most this distance is left. */
const nearPx = 160;

/** Scrolls to each new note while the page is at its end. Otherwise, `hasNewBelow` says that new notes wait below. */
export function useLatestInView(lastId: number | string | undefined, nUnsent: number) {
  const [hasNewBelow, setNewBelow] = useState(false);
  const isAtEnd = useRef(true);
  const seen = useRef<number | string | undefined>(undefined);
  const toEnd = useCallback(() => {
    setNewBelow(false);
    isAtEnd.current = true;
    window.scrollTo({ top: document.documentElement.scrollHeight });
  }, []);
  useEffect(() => {
    const onScroll = () => {
      const { scrollHeight } = document.documentElement;
      isAtEnd.current = scrollHeight - window.scrollY - window.innerHeight < nearPx;
      if (isAtEnd.current) setNewBelow(false);
    };
    // When a phone's keyboard opens, it covers the end of the page, so scroll to the end again.
    const onResize = () => {
      if (isAtEnd.current) toEnd();
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    window.visualViewport?.addEventListener("resize", onResize);
    return () => {
      window.removeEventListener("scroll", onScroll);
      window.visualViewport?.removeEventListener("resize", onResize);
    };
  }, [toEnd]);
  useEffect(() => {
    if (lastId === undefined && nUnsent === 0) return;
    const isNew = seen.current !== lastId;
    seen.current = lastId;
    if (isAtEnd.current) toEnd();
    else if (isNew) setNewBelow(true);
  }, [lastId, nUnsent, toEnd]);
  return { hasNewBelow, toEnd };
}
