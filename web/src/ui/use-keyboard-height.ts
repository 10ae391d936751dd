/** How much of the page's lower end the keyboard of a phone covers. */
import { useEffect, useState } from "react";

/** In CSS pixels; 0 while `isWatched` is not set, and where the browser makes the page smaller itself. */
export function useKeyboardHeight(isWatched: boolean): number {
  const [heightPx, setHeightPx] = useState(0);
  useEffect(() => {
    const view = window.visualViewport;
    if (!isWatched || !view) return;
    const measure = () => {
      // Zoomed in, a smaller view is no keyboard.
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
