/** The introductions of a member by their answers, without those whose time is over. */
import { useEffect, useState } from "react";
import type { Introduction, Introductions } from "#/api/introductions";
import { useOutbox } from "#/member/member-outbox";
import { useOverlays } from "#/overlays/overlays";

export interface Deck {
  /** The introductions without an answer, in their order. */
  open: readonly Introduction[];
  answered: readonly Introduction[];
}

/** `setTimeout` overflows after 24.8 days and fires immediately, so a timer waits a day at most. */
const longestTimerMs = 24 * 60 * 60_000;

/** Sorts the introductions. An answer that waits in the outbox counts as given. */
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
 * Returns a time in Unix milliseconds that moves on at each of `endsMs`. It stands still while a dialog is open, so that
 * the card below an open question stays.
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

/** Returns the card on the screen: the one that the member asked for, or the oldest without an answer. */
export function currentOf({ open, answered }: Deck, reopened: string | null) {
  return answered.find(({ introductionId }) => introductionId === reopened) ?? open[0];
}
