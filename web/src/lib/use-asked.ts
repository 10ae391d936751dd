/** The answer of a question that a component asks as soon as it appears. */
import { useEffect, useEffectEvent, useState } from "react";

interface Asked<Answer> {
  /** Null until the answer comes. */
  answer: Answer | null;
  /** The error of the latest attempt, or null. */
  error: unknown;
  /** Asks again. */
  retry: () => void;
}

/** Asks once, and again at each `retry`, which also forgets the answer or the error before it. */
export function useAsked<Answer>(ask: () => Promise<Answer>): Asked<Answer> {
  const [attempt, setAttempt] = useState(0);
  const [last, setLast] = useState({
    attempt,
    answer: null as Answer | null,
    error: null as unknown,
  });
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    let isWanted = true;
    askNow().then(
      (answer) => isWanted && setLast({ attempt, answer, error: null }),
      (error: unknown) => isWanted && setLast({ attempt, answer: null, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [attempt]);
  const { answer, error } = last.attempt === attempt ? last : { answer: null, error: null };
  return { answer, error, retry: () => setAttempt(attempt + 1) };
}
