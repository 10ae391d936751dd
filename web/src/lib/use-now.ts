/** Renders components again as the time passes. */
import { useEffect, useState } from "react";

export function useNow(everyMs: number | null, clock: () => number = Date.now): number {
  const [nowMs, setNowMs] = useState(clock);
  useEffect(() => {
    if (everyMs === null) return;
    const tick = () => setNowMs(clock());
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, clock]);
  return nowMs;
}

export function useSecondsUntil(untilMs: number | null, clock: () => number = Date.now): number {
  const isOver = untilMs === null || clock() >= untilMs;
  // Timers fire late. With one tick a second, the countdown would skip some seconds.
  const nowMs = useNow(isOver ? null : 500, clock);
  return isOver ? 0 : Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}
