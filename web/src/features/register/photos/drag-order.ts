/** Lets photos be dragged into another order: by mouse at once, by finger after holding one. */
import Sortable from "sortablejs";

/** So that the page can still be scrolled by a finger on a photo. */
const holdMs = 300;
const movingMs = 150;

/** Calls `onMove` with ranks among the photos; gives what ends it. */
export function attachDragOrder(
  list: HTMLElement,
  onMove: (from: number, to: number) => void,
): () => void {
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const sortable = Sortable.create(list, {
    draggable: "[data-photo]",
    filter: "[data-no-drag]",
    preventOnFilter: false,
    delay: holdMs,
    delayOnTouchOnly: true,
    touchStartThreshold: 8,
    animation: isStill ? 0 : movingMs,
    // The same on every device, and above the page rather than within a list that clips.
    forceFallback: true,
    fallbackOnBody: true,
    fallbackTolerance: 5,
    ghostClass: "opacity-40",
    chosenClass: "scale-95",
    onEnd: ({ item, oldIndex, oldDraggableIndex, newDraggableIndex }) => {
      // What it moved is React's, which draws the new order itself.
      item.remove();
      list.insertBefore(item, list.children[oldIndex ?? 0] ?? null);
      if (oldDraggableIndex === undefined || newDraggableIndex === undefined) return;
      if (oldDraggableIndex !== newDraggableIndex) onMove(oldDraggableIndex, newDraggableIndex);
    },
  });
  return () => sortable.destroy();
}
