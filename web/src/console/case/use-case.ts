/** Fetches a case, in the language of the page. */
import { useLingui } from "@lingui/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { hasCode } from "#/api/error";
import { type CaseResponse, fetchCase } from "#/api/review-cases";
import type { Language } from "#/i18n/languages";
import { currentLanguage } from "#/i18n/use-text";
import { type RetryPolicy, retryDelayMs, waitForRetry } from "#/lib/retry";

interface LoadedCase {
  response: CaseResponse | null;
  error: unknown;
}

const everyMs = 4_000;
const policy: RetryPolicy = { firstMs: everyMs, factor: 2, maxDelayMs: 60_000 };

/** Returns the case, and a function that fetches it again. */
export function useCase(id: number): LoadedCase & { reload: () => void } {
  useLingui();
  // The facts are in the language of the page.
  const language = currentLanguage();
  const [loaded, setLoaded] = useState<LoadedCase>({ response: null, error: null });
  const following = useRef<Following>(null);
  useEffect(() => {
    const started = followCase(id, language, (change) =>
      setLoaded((before) => ({ ...before, ...change })),
    );
    following.current = started;
    return started.stop;
  }, [id, language]);
  const reload = useCallback(() => following.current?.loadAgain(), []);
  return { ...loaded, reload };
}

interface Following {
  loadAgain: () => void;
  stop: () => void;
}

/** Fetches the case again and again, until the reviewer holds it or may not see it. */
function followCase(
  id: number,
  language: Language,
  onLoaded: (change: Partial<LoadedCase>) => void,
): Following {
  const ended = new AbortController();
  const { signal } = ended;
  let nFailed = 0;
  let isWanted = true;
  let isAsked = true;
  let wake = () => {};
  const load = async () => {
    isAsked = false;
    try {
      const response = await fetchCase(id, language);
      nFailed = 0;
      // The reviewer works with the facts that they have: only they fetch them again.
      isWanted = response.claim === null;
      if (!signal.aborted) onLoaded({ response, error: null });
    } catch (error) {
      nFailed += 1;
      isWanted = !hasCode(error, "E003") && !hasCode(error, "E008");
      if (!signal.aborted) onLoaded({ error });
    }
  };
  const run = async () => {
    while (!signal.aborted) {
      const isFollowed = () => isWanted && document.visibilityState === "visible";
      if (isAsked || isFollowed()) await load();
      if (isAsked) continue;
      const ms = nFailed === 0 ? everyMs : retryDelayMs(policy, nFailed);
      await waitForRetry({
        ms: isFollowed() ? ms : Number.POSITIVE_INFINITY,
        signal,
        onWait: ({ tryNow }) => {
          wake = tryNow;
        },
      });
    }
  };
  void run();
  const loadAgain = () => {
    isAsked = true;
    wake();
  };
  return { loadAgain, stop: () => ended.abort() };
}
