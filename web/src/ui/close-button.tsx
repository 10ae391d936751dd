/** The button with a cross that closes a dialog or a toast. */
import type { ButtonHTMLAttributes } from "react";
import { Icon } from "./icon";

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
      <Icon name="x" className="size-5 stroke-[2.5]" />
    </button>
  );
}
