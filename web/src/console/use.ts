/** Tells when the reviewer uses the page. */
const signsOfUse = ["pointerdown", "keydown", "input", "wheel", "touchmove"] as const;

/** Calls the listener at each sign of use. Returns a function that ends it. */
export function watchUse(onUse: () => void): () => void {
  for (const name of signsOfUse) window.addEventListener(name, onUse, { passive: true });
  return () => {
    for (const name of signsOfUse) window.removeEventListener(name, onUse);
  };
}
