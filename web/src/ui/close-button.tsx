/** The cross in the corner of what can be put away. */
import type { ButtonHTMLAttributes } from "react";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
}

export function CloseButton({ label, ...props }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      {...props}
      className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken"
    >
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 stroke-current stroke-2">
        <path d="M3 3l10 10M13 3L3 13" />
      </svg>
    </button>
  );
}
