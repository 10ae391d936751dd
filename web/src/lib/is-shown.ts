/** Lets code that waits for an answer check whether its component is still on the screen. */
import { useCallback, useEffect, useRef } from "react";

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
