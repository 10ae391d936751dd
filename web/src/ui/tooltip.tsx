/**
 * A few words more about a control, for those who rest on it. They are hidden from a finger, so
 * nothing may depend on them: the control is named without them.
 */
import { cloneElement, type ReactElement, useId, useLayoutEffect, useRef } from "react";
import { useTooltip } from "./use-tooltip";

interface Props {
  text: string;
  /** One control. */
  children: ReactElement<{ "aria-describedby"?: string }>;
}

/** So far it stays from the edges of the screen. */
const edgePx = 8;

export function Tooltip({ text, children }: Props) {
  const id = useId();
  const { isOpen, handlers } = useTooltip();
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const shown = bubble.current;
    const control = anchor.current;
    if (!isOpen || !shown || !control) return;
    // The top layer is above dialogs and knows no ancestor that moves. Old browsers do without.
    shown.showPopover?.();
    const follow = () => place(shown, control.getBoundingClientRect());
    follow();
    // The focus of a keyboard scrolls its control into view.
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
      {/* Hidden words describe all the same: a screen reader has them without hovering. */}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        hidden={!isOpen}
        // The padding joins it to the control, so that the pointer may go over to it.
        className="fixed inset-auto m-0 w-max max-w-[min(20rem,calc(100vw-1rem))] overflow-visible border-0 bg-transparent p-0 py-1.5"
      >
        <span className="block rounded-sm bg-ink px-3 py-1.5 text-sm text-bg shadow-lg wrap-anywhere">
          {text}
        </span>
      </span>
    </span>
  );
}

/** Above the control if there is room, else below it; never beyond the sides of the screen. */
function place(bubble: HTMLElement, anchor: DOMRect): void {
  const { width, height } = bubble.getBoundingClientRect();
  const middlePx = anchor.left + anchor.width / 2 - width / 2;
  const rightmostPx = document.documentElement.clientWidth - width - edgePx;
  const abovePx = anchor.top - height;
  bubble.style.left = `${Math.max(edgePx, Math.min(middlePx, rightmostPx))}px`;
  bubble.style.top = `${abovePx >= edgePx ? abovePx : anchor.bottom}px`;
}
