/** Swiping a toast away: it follows the finger up, left or right, and comes back when that was less. */
import { type PointerEvent, useRef, useState } from "react";

/** Seed, section 9. */
const thresholdPx = 50;
/** Less is a tap with a shaking finger. */
const slackPx = 4;

export interface Offset {
  xPx: number;
  yPx: number;
}

interface Start {
  pointerId: number;
  xPx: number;
  yPx: number;
  axis?: "x" | "y";
}

const home: Offset = { xPx: 0, yPx: 0 };

/** Where the toast is, whether a finger holds it, and what its element listens to. */
export function useSwipe(onAway: () => void) {
  const start = useRef<Start>(null);
  const [offset, setOffset] = useState(home);
  const [isHeld, setHeld] = useState(false);

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    // A second finger, another button of the mouse, and what can be tapped are no swipe.
    if (!event.isPrimary || event.button !== 0) return;
    if ((event.target as Element).closest("button")) return;
    start.current = { pointerId: event.pointerId, xPx: event.clientX, yPx: event.clientY };
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld(true);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (start.current?.pointerId !== event.pointerId) return;
    setOffset(follow(start.current, event));
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    if (start.current?.pointerId !== event.pointerId) return;
    const end = follow(start.current, event);
    start.current = null;
    setHeld(false);
    if (Math.abs(end.xPx) >= thresholdPx || end.yPx <= -thresholdPx) {
      // It stays where the finger let go, and moves out from there.
      setOffset(end);
      onAway();
    } else {
      setOffset(home);
    }
  }

  function onPointerCancel() {
    start.current = null;
    setHeld(false);
    setOffset(home);
  }

  return {
    offset,
    isHeld,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
  };
}

/** The way of the finger along the direction it took first; down is no way out. */
function follow(start: Start, { clientX, clientY }: PointerEvent): Offset {
  const xPx = clientX - start.xPx;
  const yPx = clientY - start.yPx;
  if (!start.axis && Math.max(Math.abs(xPx), Math.abs(yPx)) > slackPx) {
    start.axis = Math.abs(xPx) > Math.abs(yPx) ? "x" : "y";
  }
  if (start.axis === "x") return { xPx, yPx: 0 };
  if (start.axis === "y") return { xPx: 0, yPx: Math.min(0, yPx) };
  return home;
}
