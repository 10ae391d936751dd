/** One message, with what can be done about it. */
import type { KeyboardEvent } from "react";
import { useText } from "../i18n/use-text";
import { CloseButton } from "../ui/close-button";
import { closeToast, type Toast, type ToastColor } from "./toasts";
import { type Offset, useSwipe } from "./use-swipe";

const colors: Record<ToastColor, string> = {
  neutral: "border-control bg-surface",
  green: "border-ok bg-ok-soft",
  red: "border-danger bg-danger-soft",
};

interface Props {
  toast: Toast;
  /** How many newer ones are before it. */
  depth: number;
  /** Drawn at full width, because someone looks at it. */
  isExpanded: boolean;
  /** A person at the keyboard closed it: the focus has to go somewhere. */
  onCloseByKey: (id: number) => void;
}

/** Seed, section 9: each is narrower than the one before it by so much. The words keep their size. */
const scalePerDepth = 0.05;

export function ToastCard({ toast, depth, isExpanded, onCloseByKey }: Props) {
  const t = useText();
  const { id, open, title, color, action } = toast;
  const { offset, isHeld, handlers } = useSwipe(() => closeToast(id));

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // Not for the dialog behind it as well.
    event.preventDefault();
    event.stopPropagation();
    onCloseByKey(id);
  }

  const leave = open ? undefined : wayOut(offset);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping and Escape have the Close button beside them.
    <div
      {...handlers}
      onKeyDown={closeOnEscape}
      inert={!open}
      data-open={open}
      style={{
        width: `${100 * (isExpanded ? 1 : 1 - depth * scalePerDepth)}%`,
        translate: leave ?? `${offset.xPx}px ${offset.yPx}px`,
      }}
      className={`pointer-events-auto flex touch-none items-center gap-1 rounded-md border border-l-4 py-1 pr-1 pl-3 text-ink shadow-lg select-none starting:-translate-y-4 starting:opacity-0 ${
        isHeld ? "" : "transition-[translate,opacity,width] duration-200"
      } ${open ? "" : "opacity-0"} ${colors[color]}`}
    >
      <p className="min-w-0 grow py-2 wrap-anywhere">{title}</p>
      {action ? (
        <button
          type="button"
          onClick={() => {
            closeToast(id);
            action.onClick();
          }}
          className="min-h-11 shrink-0 rounded-sm px-3 font-semibold text-accent underline-offset-4 hover:underline"
        >
          {action.label}
        </button>
      ) : null}
      <CloseButton
        label={t("ui.close")}
        // Only Enter and the space bar make a click without a pointer.
        onClick={({ detail }) => (detail === 0 ? onCloseByKey(id) : closeToast(id))}
      />
    </div>
  );
}

/** Out where the finger pushed it, or up where it came from. */
function wayOut({ xPx }: Offset): string {
  if (xPx !== 0) return xPx > 0 ? "120% 0" : "-120% 0";
  return "0 -150%";
}
