/** A toast: its sentence, its action and its close button. */
import type { KeyboardEvent } from "react";
import { useText } from "#/i18n/use-text";
import { CloseButton } from "#/ui/close-button";
import { closeToast, readToastText, type Toast, type ToastColor } from "./toasts";
import { type Offset, useSwipe } from "./use-swipe";

const colors: Record<ToastColor, string> = {
  neutral: "border-control bg-surface",
  green: "border-ok bg-ok-soft",
  red: "border-danger bg-danger-soft",
};

interface Props {
  toast: Toast;
  /** The number of toasts above this one. */
  depth: number;
  /** True while the pointer, a finger or the focus is in the region. All toasts then have the full width. */
  isExpanded: boolean;
  /** Called when the person closes the toast by a key, so that the caller moves the focus elsewhere. */
  onCloseByKey: (id: number) => void;
}

/** Each toast is narrower than the toast above it by this share of the full width. */
const scalePerDepth = 0.05;

export function ToastCard({ toast, depth, isExpanded, onCloseByKey }: Props) {
  const t = useText();
  const { id, open, title, color, action } = toast;
  const { offset, isHeld, handlers } = useSwipe(() => closeToast(id));

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // Without these two calls, Escape would also close the dialog behind the toasts.
    event.preventDefault();
    event.stopPropagation();
    onCloseByKey(id);
  }

  const leave = open ? undefined : wayOut(offset);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swipe and Escape do what the Close button does.
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
      <p className="min-w-0 grow py-2 wrap-anywhere">{readToastText(title)}</p>
      {action ? (
        <button
          type="button"
          onClick={() => {
            closeToast(id);
            action.onClick();
          }}
          className="min-h-11 shrink-0 rounded-sm px-3 font-semibold text-accent underline-offset-4 hover:underline"
        >
          {readToastText(action.label)}
        </button>
      ) : null}
      <CloseButton
        label={t("ui.close")}
        // A click by Enter or the space bar has `detail` 0. Only then must the caller move the focus.
        onClick={({ detail }) => (detail === 0 ? onCloseByKey(id) : closeToast(id))}
      />
    </div>
  );
}

/** Returns the CSS `translate` of a closing toast: to the side to which the finger has pushed it, or up. */
function wayOut({ xPx }: Offset): string {
  if (xPx !== 0) return xPx > 0 ? "120% 0" : "-120% 0";
  return "0 -150%";
}
