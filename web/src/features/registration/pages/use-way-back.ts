/** The browser's Back for a screen that has no address of its own, and is left for the one it came from. */
import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";

/** To be called where such a screen is drawn; gives what a button of the same meaning does. */
export function useWayBack(onBack: () => void): () => void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    // Past the router, to which it is the same page.
    History.prototype.pushState.call(window.history, window.history.state, "");
    // At once, so that what is returned to is there to take the focus.
    const leave = () => flushSync(() => latest.current());
    window.addEventListener("popstate", leave);
    return () => window.removeEventListener("popstate", leave);
  }, []);
  return goBack;
}

function goBack(): void {
  window.history.back();
}
