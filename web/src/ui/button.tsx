/** Buttons for thumbs: at least 48 px high. */
import type { ButtonHTMLAttributes } from "react";

type Look = "primary" | "secondary" | "quiet";

const looks: Record<Look, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-control bg-surface text-ink hover:bg-sunken",
  quiet: "text-accent underline-offset-4 hover:underline",
};

/** The class of anything that looks like a button, links included. */
export function buttonClass(look: Look = "primary"): string {
  return `inline-flex min-h-12 items-center justify-center gap-2 rounded-full px-6 py-2.5 text-base font-semibold no-underline transition-colors disabled:cursor-not-allowed disabled:opacity-60 ${looks[look]}`;
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  /** Keeps the button's place and says that something is under way. */
  isBusy?: boolean;
}

export function Button({ look = "primary", isBusy = false, className = "", ...props }: Props) {
  return (
    <button
      type="button"
      {...props}
      aria-busy={isBusy || undefined}
      disabled={props.disabled || isBusy}
      className={`${buttonClass(look)} ${className}`}
    >
      {isBusy ? <Spinner /> : null}
      {props.children}
    </button>
  );
}

/** A turning ring: decoration beside words that say the same, or with a label of its own. */
export function Spinner({ label }: { label?: string }) {
  const ring = (
    <span
      aria-hidden="true"
      className="inline-block size-5 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  );
  if (!label) return ring;
  return (
    <div role="status" className="flex animate-appear items-center gap-3 text-muted">
      {ring}
      {label}
    </div>
  );
}
