/** Seconds until a point in time, counted down while they are shown. */
import { useEffect, useState } from "react";

/** Whole seconds; 0 once the time has come. */
export function useCountdown(untilMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now);
  const isOver = nowMs >= untilMs;
  useEffect(() => {
    setNowMs(Date.now());
    if (Date.now() >= untilMs) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return isOver ? 0 : Math.ceil((untilMs - nowMs) / 1000);
}

/** As a clock shows it: `1:05`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
