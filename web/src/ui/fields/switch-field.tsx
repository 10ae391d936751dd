/** A checkbox drawn as a switch of a fixed size, even with large text. The whole line is its tap target. */

interface SwitchFieldProps {
  id: string;
  label: string;
  checked: boolean;
  describedBy?: string;
  onChange: (checked: boolean) => void;
}

export function SwitchField({ id, label, checked, describedBy, onChange }: SwitchFieldProps) {
  return (
    <label
      htmlFor={id}
      className="relative flex min-h-11 cursor-pointer items-center justify-between gap-2"
    >
      <span className="min-w-0 font-semibold wrap-anywhere text-ink">{label}</span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-describedby={describedBy}
        className="peer absolute inset-0 z-1 size-full cursor-pointer appearance-none rounded-sm outline-none"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span
        aria-hidden="true"
        className="relative h-[28px] w-[48px] shrink-0 rounded-full border border-control bg-sunken transition-colors peer-checked:border-accent peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus after:absolute after:top-1/2 after:left-[4px] after:size-[18px] after:-translate-y-1/2 after:rounded-full after:bg-control after:transition-transform after:content-[''] peer-checked:after:translate-x-[20px] peer-checked:after:bg-on-accent"
      />
    </label>
  );
}
