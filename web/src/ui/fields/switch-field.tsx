/** A checkbox drawn as a switch. The whole line is its tap target. */

interface SwitchFieldProps {
  id: string;
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function SwitchField({ id, label, checked, onChange }: SwitchFieldProps) {
  return (
    <label
      htmlFor={id}
      className="relative flex min-h-11 cursor-pointer items-center justify-between gap-4"
    >
      <span className="font-semibold text-ink">{label}</span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className="peer absolute inset-0 z-1 size-full cursor-pointer appearance-none rounded-sm outline-none"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span
        aria-hidden="true"
        className="relative h-7 w-12 shrink-0 rounded-full border border-control bg-sunken transition-colors peer-checked:border-accent peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus after:absolute after:top-1/2 after:left-1 after:size-4.5 after:-translate-y-1/2 after:rounded-full after:bg-control after:transition-transform after:content-[''] peer-checked:after:translate-x-5 peer-checked:after:bg-on-accent"
      />
    </label>
  );
}
