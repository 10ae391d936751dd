/** Tells code that waits for an answer whether its component is still on the screen. */
import { useCallback, useEffect, useRef } from "react";

/** Returns a function that says whether the component is still on the screen. */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}
