/** The introductions of a member in two lists, answered and unanswered, without the expired ones. */
import { useEffect, useState } from "react";
import type { Introduction, Introductions } from "#/api/introductions";
import { useOutbox } from "#/member/member-outbox";
import { useOverlays } from "#/overlays/overlays";

export interface Deck {
  open: readonly Introduction[];
  answered: readonly Introduction[];
}

/** `setTimeout` overflows after 24.8 days and fires immediately, so a timer waits a day at most. */
const longestTimerMs = 24 * 60 * 60_000;

/** An introduction whose answer waits in the outbox counts as answered, even after the introduction has expired. */
export function useDeck(data: Introductions | null): Deck {
  const { entries } = useOutbox();
  const queued = new Map(
    entries.flatMap((entry) =>
      entry.kind === "answer" ? [[entry.introductionId, entry.answer] as const] : [],
    ),
  );
  const all = (data?.introductions ?? []).map((introduction) => ({
    ...introduction,
    answer: queued.get(introduction.introductionId) ?? introduction.answer,
  }));
  const nowMs = useTime(all.map(endOf));
  const isOver = (introduction: Introduction) => endOf(introduction) <= nowMs;
  return {
    open: all.filter((it) => it.answer === null && !isOver(it)),
    answered: all.filter(
      (it) => it.answer !== null && (queued.has(it.introductionId) || !isOver(it)),
    ),
  };
}

const endOf = ({ expiresAt }: Introduction) => Date.parse(expiresAt);

/**
 * Returns the time in Unix milliseconds, updated at each of `endsMs`. While a dialog is open, the time does not
 * advance, so that the card below the dialog does not expire.
 */
function useTime(endsMs: readonly number[]): number {
  const isAsking = useOverlays().some(({ state }) => state === "open");
  const [nowMs, setNowMs] = useState(Date.now);
  const nextMs = Math.min(...endsMs.filter((endMs) => endMs > nowMs));
  useEffect(() => {
    if (isAsking || !Number.isFinite(nextMs)) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const leftMs = nextMs - Date.now();
      if (leftMs <= 0) setNowMs(Date.now());
      else timer = setTimeout(wait, Math.min(leftMs, longestTimerMs));
    };
    wait();
    return () => clearTimeout(timer);
  }, [isAsking, nextMs]);
  return nowMs;
}

export function currentOf({ open, answered }: Deck, reopened: string | null) {
  return answered.find(({ introductionId }) => introductionId === reopened) ?? open[0];
}
