/** Measures how much of the page's lower end a phone's keyboard covers. */
import { useEffect, useState } from "react";

/** Returns CSS pixels, measured while `isWatched`; 0 if the browser itself shrinks the page for the keyboard. */
export function useKeyboardHeight(isWatched: boolean): number {
  const [heightPx, setHeightPx] = useState(0);
  useEffect(() => {
    const view = window.visualViewport;
    if (!isWatched || !view) return;
    const measure = () => {
      // Zooming also makes the viewport smaller, so assume no keyboard while the page is zoomed.
      const coveredPx = view.scale > 1 ? 0 : window.innerHeight - view.height - view.offsetTop;
      setHeightPx(Math.max(0, Math.round(coveredPx)));
    };
    measure();
    view.addEventListener("resize", measure);
    view.addEventListener("scroll", measure);
    return () => {
      view.removeEventListener("resize", measure);
      view.removeEventListener("scroll", measure);
    };
  }, [isWatched]);
  return heightPx;
}
