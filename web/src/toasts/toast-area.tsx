/** Where toasts appear: top centre, read out by screen readers. */
import { useText } from "../i18n/use-text";
import { pauseToast, removeToast, resumeToast, useToasts } from "./toasts";

export function ToastArea() {
  const t = useText();
  const toasts = useToasts();
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-0 z-40 flex flex-col items-center gap-2 px-4 pt-[calc(env(safe-area-inset-top)+0.75rem)]"
    >
      {toasts.map(({ id, title, color }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the toast open.
        <div
          key={id}
          onPointerEnter={() => pauseToast(id)}
          onPointerLeave={() => resumeToast(id)}
          onFocus={() => pauseToast(id)}
          onBlur={() => resumeToast(id)}
          className={`pointer-events-auto flex w-full max-w-md items-center gap-3 rounded-md border bg-surface py-2 pr-2 pl-4 shadow-lg ${
            color === "red" ? "border-danger text-danger" : "border-line text-ink"
          }`}
        >
          <p className="grow">{title}</p>
          <button
            type="button"
            onClick={() => removeToast(id)}
            aria-label={t("shell.close")}
            className="grid size-11 shrink-0 place-items-center rounded-full text-muted"
          >
            <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 stroke-current stroke-2">
              <path d="M3 3l10 10M13 3L3 13" />
            </svg>
          </button>
        </div>
      ))}
    </div>
  );
}
