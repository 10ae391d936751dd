/** Lets the person drag photos to other slots: with a mouse at once, with a finger after a hold. */
import Sortable, { Swap } from "sortablejs";

// Dropping swaps two photos. Sorting while dragging would make slots of different sizes jump.
Sortable.mount(new Swap());

/** A finger that moves earlier scrolls the page. */
const holdMs = 300;

/** Calls `onDrop` with the two slots to swap. Returns the function that ends dragging. */
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
    // The library's own drag image looks the same on every device. In the body no list clips it.
    forceFallback: true,
    fallbackOnBody: true,
    fallbackTolerance: 5,
    ghostClass: "opacity-40",
    chosenClass: "scale-95",
    onStart() {
      before = [...list.children];
    },
    onEnd({ item, swapItem }) {
      // React owns these elements and draws the new order: undo the move in the DOM.
      list.append(...before);
      const from = before.indexOf(item);
      const to = swapItem ? before.indexOf(swapItem) : from;
      if (to >= 0 && from !== to) onDrop(from, to);
    },
  });
  return () => sortable.destroy();
}
