/** The time for components that show it. */
import { useEffect, useState } from "react";

/** Returns the time in Unix milliseconds, and draws the component again every `everyMs`; never if that is null. */
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

/** Returns the whole seconds that are left until a time; 0 once it is over, or without a time. */
export function useSecondsUntil(untilMs: number | null, clock: () => number = Date.now): number {
  const isOver = untilMs === null || clock() >= untilMs;
  // Timers are late. With one tick a second, the number would skip some seconds.
  const nowMs = useNow(isOver ? null : 500, clock);
  return isOver ? 0 : Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}
