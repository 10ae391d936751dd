/** Swipes a toast away. The toast follows the finger up, left or right, and moves back if the swipe was too short. */
import { type PointerEvent, useRef, useState } from "react";

const thresholdPx = 50;
/** A shorter movement counts as a tap, because a finger never holds quite still. */
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

export function useSwipe(onAway: () => void) {
  const start = useRef<Start>(null);
  const [offset, setOffset] = useState(home);
  const [isHeld, setHeld] = useState(false);

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    // No swipe starts with a second finger, another mouse button, or a press on a button.
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
      // Keep the offset of the last movement, because the closing animation starts there.
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

/** Returns the toast's offset, along the axis of the finger's first movement and never downwards. */
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
