/** Reports signs that the reviewer uses the page, such as a key, a tap, a scroll or a return to the tab. */
const signsOfUse = [
  ...(["pointerdown", "keydown", "input", "wheel", "touchmove"] as const),
  // The browser fires this event when the reviewer leaves the tab and when they come back. Both count as use.
  "visibilitychange",
] as const;

/** Calls the listener at each sign of use. Returns a function that removes the listener. */
export function watchUse(onUse: () => void): () => void {
  for (const name of signsOfUse) window.addEventListener(name, onUse, { passive: true });
  return () => {
    for (const name of signsOfUse) window.removeEventListener(name, onUse);
  };
}
