/** Fetches a case, in the language of the page. */
import { useLingui } from "@lingui/react";
import { useCallback, useEffect, useState } from "react";
import { hasCode } from "../../api/error";
import { type CaseResponse, fetchCase } from "../../api/review-cases";
import { currentLanguage } from "../../i18n/use-text";
import { type RetryPolicy, retryDelayMs, waitForRetry } from "../../lib/retry";

interface LoadedCase {
  response: CaseResponse | null;
  error: unknown;
}

const everyMs = 4_000;
const policy: RetryPolicy = { firstMs: everyMs, factor: 2, maxDelayMs: 60_000 };

/** Returns the case, and a function that fetches it again. */
export function useCase(id: number): LoadedCase & { reload: () => void } {
  const { i18n } = useLingui();
  const [loaded, setLoaded] = useState<LoadedCase>({ response: null, error: null });
  const [nReloads, setReloads] = useState(0);

  // The facts are in the language of the page.
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let nFailed = 0;
    let isWanted = true;
    const load = async () => {
      try {
        const response = await fetchCase(id, currentLanguage());
        nFailed = 0;
        // The reviewer works with the facts that they have: only they fetch them again.
        isWanted = response.claim === null;
        if (!signal.aborted) setLoaded({ response, error: null });
      } catch (error) {
        nFailed += 1;
        isWanted = !hasCode(error, "E003") && !hasCode(error, "E008");
        if (!signal.aborted) setLoaded((before) => ({ ...before, error }));
      }
    };
    const run = async () => {
      await load();
      while (!signal.aborted && isWanted) {
        const isVisible = document.visibilityState === "visible";
        const ms = nFailed === 0 ? everyMs : retryDelayMs(policy, nFailed);
        await waitForRetry({ ms: isVisible ? ms : Number.POSITIVE_INFINITY, signal });
        if (!signal.aborted && document.visibilityState === "visible") await load();
      }
    };
    void run();
    return () => ended.abort();
  }, [id, i18n.locale, nReloads]);

  const reload = useCallback(() => setReloads((before) => before + 1), []);
  return { ...loaded, reload };
}
