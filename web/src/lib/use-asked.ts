/** Requests data for a component as soon as the component appears. */
import { useEffect, useEffectEvent, useState } from "react";

interface Asked<Answer> {
  answer: Answer | null;
  error: unknown;
  retry: () => void;
}

/**
 * Calls `ask` once, and again at each `retry` and for each new `subject`. Each new call clears the earlier answer or
 * error.
 */
export function useAsked<Answer>(ask: () => Promise<Answer>, subject = ""): Asked<Answer> {
  const [nRetries, setRetries] = useState(0);
  const attempt = `${nRetries} ${subject}`;
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
  return { answer, error, retry: () => setRetries(nRetries + 1) };
}
