/** A lower and an upper bound, each of which may stay open. */
import { boxClass, FieldError } from "./field-frame";

/** One of the two boxes. */
interface Bound {
  id: string;
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

interface RangeFieldProps {
  from: Bound;
  to: Bound;
  unit: string;
  /** What an empty box means, such as "any". */
  placeholder: string;
}

/** Two labelled number boxes side by side, each with its own error below the pair. */
export function RangeField({ from, to, unit, placeholder }: RangeFieldProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-end gap-2">
        <BoundBox bound={from} placeholder={placeholder} />
        <span aria-hidden="true" className="pb-3 text-muted">
          –
        </span>
        <BoundBox bound={to} placeholder={placeholder} />
        <span className="shrink-0 pb-3 text-muted">{unit}</span>
      </div>
      <FieldError id={from.id} error={from.error} />
      <FieldError id={to.id} error={to.error} />
    </div>
  );
}

function BoundBox({ bound, placeholder }: { bound: Bound; placeholder: string }) {
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <label htmlFor={bound.id} className="text-sm text-muted">
        {bound.label}
      </label>
      <input
        id={bound.id}
        className={`${boxClass(bound.error)} tabular-nums`}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={placeholder}
        value={bound.value}
        aria-invalid={bound.error ? true : undefined}
        aria-describedby={bound.error ? `${bound.id}-error` : undefined}
        onChange={(event) => bound.onChange(event.target.value)}
      />
    </div>
  );
}
