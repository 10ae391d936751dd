/**
 * A few more words about a control, for a mouse that rests on it or a keyboard that focuses it. A finger
 * never sees them, so the control needs a name without them.
 */
import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

interface Props {
  text: string;
  /** A single control. */
  children: ReactElement<{ "aria-describedby"?: string }>;
}

/** The smallest distance to the edges of the screen. */
const edgePx = 8;
/** The time for which a mouse has to rest on the control. */
const delayMs = 700;
/** Within this time after a tooltip closed, the next one opens at once: the person is reading them. */
const skipDelayMs = 300;

let lastClosedAtMs = Number.NEGATIVE_INFINITY;

export function Tooltip({ text, children }: Props) {
  const id = useId();
  const { isOpen, handlers } = useTooltip();
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const shown = bubble.current;
    const control = anchor.current;
    if (!isOpen || !shown || !control) return;
    // The top layer is above dialogs and does not move with an ancestor. Old browsers lack it.
    shown.showPopover?.();
    const follow = () => place(shown, control.getBoundingClientRect());
    follow();
    // The browser scrolls a control into view when a keyboard focuses it.
    document.addEventListener("scroll", follow, true);
    return () => {
      document.removeEventListener("scroll", follow, true);
      shown.hidePopover?.();
    };
  }, [isOpen]);

  const described = [children.props["aria-describedby"], id].filter(Boolean).join(" ");
  return (
    <span ref={anchor} {...handlers} className="inline-flex">
      {cloneElement(children, { "aria-describedby": described })}
      {/* A hidden element describes the control too, so a screen reader has the words without hovering. */}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        hidden={!isOpen}
        // The padding joins it to the control, so that the pointer can move onto it.
        className="fixed inset-auto m-0 w-max max-w-[min(20rem,calc(100vw-1rem))] overflow-visible border-0 bg-transparent p-0 py-1.5"
      >
        <span className="block rounded-sm bg-ink px-3 py-1.5 text-sm text-bg shadow-lg wrap-anywhere">
          {text}
        </span>
      </span>
    </span>
  );
}

/** Opens after a mouse rested on the control, or at once when a keyboard focuses it. */
function useTooltip() {
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
      // Otherwise the same key would close the dialog around it too.
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
      // A finger does not hover.
      if (pointerType !== "mouse" || isOpen) return;
      const isReading = performance.now() - lastClosedAtMs < skipDelayMs;
      clearTimeout(timer.current);
      if (isReading) open();
      else timer.current = setTimeout(open, delayMs);
    },
    onPointerLeave: close,
    onPointerDown: close,
    onFocus({ target }: FocusEvent) {
      if (target.matches(":focus-visible")) open();
    },
    onBlur: close,
  };
  return { isOpen, handlers };
}

/** Puts the bubble above the control if there is room, else below it, and within the screen's sides. */
function place(bubble: HTMLElement, anchor: DOMRect): void {
  const { width, height } = bubble.getBoundingClientRect();
  const middlePx = anchor.left + anchor.width / 2 - width / 2;
  const rightmostPx = document.documentElement.clientWidth - width - edgePx;
  const abovePx = anchor.top - height;
  bubble.style.left = `${Math.max(edgePx, Math.min(middlePx, rightmostPx))}px`;
  bubble.style.top = `${abovePx >= edgePx ? abovePx : anchor.bottom}px`;
}
