/** When a tooltip is to be seen: after resting on its element, at once on the focus of a keyboard. */
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from "react";

/** Seed, section 9. */
const delayMs = 700;
/** Within so long after one went, the next comes at once: the person is reading them. */
const skipDelayMs = 300;

let lastClosedAtMs = Number.NEGATIVE_INFINITY;

export function useTooltip() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function open() {
    clearTimeout(timer.current);
    setOpen(true);
  }

  function close() {
    clearTimeout(timer.current);
    setOpen(false);
  }

  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (!isOpen) return;
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== "Escape") return;
      // Not for the dialog around it as well.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
    document.addEventListener("keydown", closeOnEscape, true);
    return () => {
      document.removeEventListener("keydown", closeOnEscape, true);
      lastClosedAtMs = performance.now();
    };
  }, [isOpen]);

  const handlers = {
    onPointerEnter({ pointerType }: PointerEvent) {
      // A finger does not hover; what it needs to know stands on the page.
      if (pointerType !== "mouse" || isOpen) return;
      const isReading = performance.now() - lastClosedAtMs < skipDelayMs;
      clearTimeout(timer.current);
      if (isReading) open();
      else timer.current = setTimeout(open, delayMs);
    },
    onPointerLeave: close,
    // Whoever acts has read it.
    onPointerDown: close,
    onFocus({ target }: FocusEvent) {
      if (target.matches(":focus-visible")) open();
    },
    onBlur: close,
  };
  return { isOpen, handlers };
}
