/** Buttons for thumbs: at least 48 px high, as wide as the column on a phone and as their words on a wider screen. */
import type { ButtonHTMLAttributes, MouseEvent } from "react";

type Variant = "primary" | "secondary" | "ghost";

/** The padding beside the words. Use `narrow` and `tight` where several buttons share a narrow line. */
type Size = "normal" | "compact" | "narrow" | "tight";

const paddings: Record<Size, string> = {
  normal: "px-6",
  compact: "px-3 sm:px-6",
  narrow: "px-2",
  tight: "px-1",
};

const variants: Record<Variant, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-control bg-surface text-ink hover:bg-sunken",
  ghost: "text-accent",
};

const dangerVariants: Record<Variant, string> = {
  primary: "bg-danger text-on-danger hover:bg-danger-strong",
  secondary: "border border-danger bg-surface text-danger hover:bg-danger-soft",
  ghost: "text-danger",
};

/**
 * A ghost button has no visible edge, so callers add the class `-ml-2` to align its words with the column. Its
 * words stay readable while it is disabled, because they may be a countdown.
 */
const shapes: Record<Variant, string> = {
  primary: "disabled:opacity-60 aria-disabled:opacity-60",
  secondary: "disabled:opacity-60 aria-disabled:opacity-60",
  ghost:
    "underline-offset-4 hover:underline disabled:text-muted disabled:no-underline aria-disabled:text-muted aria-disabled:no-underline",
};

export function buttonClass(
  variant: Variant = "primary",
  isDanger = false,
  size: Size = "normal",
): string {
  const colors = (isDanger ? dangerVariants : variants)[variant];
  const padding = variant === "ghost" ? "px-2" : paddings[size];
  return `inline-flex min-h-12 items-center justify-center gap-2 rounded-full py-2.5 text-base font-semibold no-underline transition-colors disabled:cursor-not-allowed aria-disabled:cursor-not-allowed sm:self-start ${padding} ${shapes[variant]} ${colors}`;
}

/** The props of a button. With `aria-disabled` in place of `disabled`, a button keeps the focus and ignores presses. */
interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: Variant;
  size?: Size;
  isDanger?: boolean;
  /** Shows a spinner beside the words, and ignores presses. The button keeps the focus. */
  isBusy?: boolean;
}

export function Button(props: Props) {
  const { variant, size, isDanger, isBusy = false, className = "", ...attributes } = props;
  const { disabled, onClick, children } = attributes;
  const ariaDisabled = isBusy || attributes["aria-disabled"] || undefined;
  const isOff = ariaDisabled === true || ariaDisabled === "true";
  // Ignores Enter in a text box, too: Enter clicks the form's submit button, so it also ends here.
  const ignore = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      type="button"
      {...attributes}
      aria-busy={isBusy || undefined}
      // A busy button is not `disabled`, because the browser would then move the focus away, and a screen reader would
      // lose its position.
      aria-disabled={ariaDisabled}
      disabled={disabled && !isBusy}
      onClick={isOff ? ignore : onClick}
      className={`${buttonClass(variant, isDanger, size)} ${className}`}
    >
      {isBusy ? <Spinner /> : null}
      {children}
    </button>
  );
}

/** Assistive technology ignores a spinner without a label. */
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
