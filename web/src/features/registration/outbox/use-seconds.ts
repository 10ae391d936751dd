/** Time as a screen shows it. */
import { useEffect, useState } from "react";

/** Whole seconds until then, counted down; 0 once it is over or where there is nothing to wait for. */
export function useSecondsUntil(untilMs: number | null): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (untilMs === null) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}
