/** Brings dragging to the list of photos once there is an order to change. */
import { type RefObject, useEffect, useRef } from "react";
import { whenIdle } from "../../../lib/idle";
import { logger } from "../../../logger/logger";

type OnDrop = (from: number, to: number) => void;

export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  isWanted: boolean,
  onDrop: OnDrop,
): void {
  const latest = useRef<OnDrop>(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });

  useEffect(() => {
    if (!isWanted) return;
    let isThere = true;
    let detach = () => {};
    const attach = async () => {
      await whenIdle();
      const { attachDragOrder } = await import("./drag-order");
      if (isThere && list.current) {
        detach = attachDragOrder(list.current, (from, to) => latest.current(from, to));
      }
    };
    // The dialog of each photo moves it too.
    attach().catch(() => logger.warn("photos cannot be dragged: it did not load"));
    return () => {
      isThere = false;
      detach();
    };
  }, [list, isWanted]);
}
