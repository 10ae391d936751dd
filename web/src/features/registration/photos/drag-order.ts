/** Lets photos be dragged to other slots: by mouse at once, by finger after holding one. */
import Sortable, { Swap } from "sortablejs";

// The two change places when one is dropped: slots of different sizes would jump about otherwise.
Sortable.mount(new Swap());

/** So that the page can still be scrolled by a finger on a photo. */
const holdMs = 300;

/** Calls `onDrop` with the slots that change places; gives what ends it. */
export function attachDragOrder(
  list: HTMLElement,
  onDrop: (from: number, to: number) => void,
): () => void {
  let before: Element[] = [];
  const sortable = Sortable.create(list, {
    draggable: "li",
    filter: "[data-no-drag], li:not([data-photo])",
    preventOnFilter: false,
    swap: true,
    swapClass: "is-target",
    delay: holdMs,
    delayOnTouchOnly: true,
    touchStartThreshold: 8,
    // The same on every device, and above the page rather than within a list that clips.
    forceFallback: true,
    fallbackOnBody: true,
    fallbackTolerance: 5,
    ghostClass: "opacity-40",
    chosenClass: "scale-95",
    onStart() {
      before = [...list.children];
    },
    onEnd({ item, swapItem }) {
      // What it moved is React's, which draws the new order itself.
      list.append(...before);
      const from = before.indexOf(item);
      const to = swapItem ? before.indexOf(swapItem) : from;
      if (to >= 0 && from !== to) onDrop(from, to);
    },
  });
  return () => sortable.destroy();
}
