/** Lets the person drag photos to other slots. A finger must first rest on a photo. A mouse drags at once. */
import Sortable, { Swap } from "sortablejs";

// Swap two photos on drop. Sorting during the drag would make the slots jump, because the first slot is larger.
Sortable.mount(new Swap());

/** The time for which a finger has to rest on a photo. A finger that moves earlier scrolls the page. */
const holdMs = 300;

/** Calls `onDrop` after each drag, with the two slots to swap. The returned function removes the drag handlers. */
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
    // Use the library's drag image, the same on every device. Append it to the body, because the list would clip it.
    forceFallback: true,
    fallbackOnBody: true,
    fallbackTolerance: 5,
    ghostClass: "opacity-40",
    chosenClass: "scale-95",
    onStart() {
      before = [...list.children];
    },
    onEnd({ item, swapItem }) {
      // Restore the old order in the DOM. React owns these elements, and renders the new order after `onDrop`.
      list.append(...before);
      const from = before.indexOf(item);
      const to = swapItem ? before.indexOf(swapItem) : from;
      if (to >= 0 && from !== to) onDrop(from, to);
    },
  });
  return () => sortable.destroy();
}
