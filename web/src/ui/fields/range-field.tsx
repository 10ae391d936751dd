/** A lower and an upper bound, each of which may stay open: two thumbs, and boxes for the exact number. */
import { boxClass, FieldError } from "./field-frame";
import { RangeSlider, type Thumb } from "./range-slider";

/** One of the two bounds. */
interface Bound {
  id: string;
  label: string;
  /** As typed; empty while the bound is open. */
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

interface RangeFieldProps {
  from: Bound;
  to: Bound;
  /** Where the thumbs can stop, from low to high; "any" is before the first and after the last. */
  scale: readonly number[];
  /** A bound in words. */
  textOf: (value: number) => string;
  /** What an open bound is called, such as "any". */
  anyText: string;
  /** After the boxes; without it, there are only thumbs. */
  unit?: string | undefined;
}

/** Both bounds, the errors below them. */
export function RangeField(props: RangeFieldProps) {
  const { from, to, unit } = props;
  return (
    <div className="flex flex-col gap-1.5">
      {unit === undefined ? (
        <p className="m-0 text-ink tabular-nums" aria-hidden="true">
          {boundText(props, from)} – {boundText(props, to)}
        </p>
      ) : (
        <div className="flex items-end gap-2">
          <BoundBox bound={from} placeholder={props.anyText} />
          <span aria-hidden="true" className="pb-3 text-muted">
            –
          </span>
          <BoundBox bound={to} placeholder={props.anyText} />
          <span className="shrink-0 pb-3 text-muted">{unit}</span>
        </div>
      )}
      <RangeSlider end={props.scale.length + 1} thumbs={thumbsOf(props)} />
      <FieldError id={from.id} error={from.error} />
      <FieldError id={to.id} error={to.error} />
    </div>
  );
}

function thumbsOf(props: RangeFieldProps): [Thumb, Thumb] {
  const { from, to, scale, unit } = props;
  const lowAt = placeOf(scale, from.value) ?? 0;
  const highAt = placeOf(scale, to.value) ?? scale.length + 1;
  const thumb = (bound: Bound, at: number, openAt: number): Thumb => ({
    ...(unit === undefined ? { id: bound.id } : {}),
    label: bound.label,
    at,
    valueText: boundText(props, bound),
    error: bound.error ? { id: `${bound.id}-error` } : undefined,
    onChange: (next) => bound.onChange(next === openAt ? "" : String(scale[next - 1] ?? "")),
  });
  const low = thumb(from, lowAt, 0);
  const high = thumb(to, highAt, scale.length + 1);
  return [
    // A thumb stops at the other one, and "any" is only at its own end.
    { ...low, onChange: (at) => low.onChange(Math.min(at, highAt, scale.length)) },
    { ...high, onChange: (at) => high.onChange(Math.max(at, lowAt, 1)) },
  ];
}

/** The place of the last stop that is not above the number; null for an open bound. */
function placeOf(scale: readonly number[], value: string): number | null {
  const number = numberOf(value);
  if (!number) return null;
  return Math.max(1, scale.filter((stop) => stop <= number).length);
}

function boundText({ textOf, anyText }: RangeFieldProps, { value }: Bound): string {
  const number = numberOf(value);
  return number ? textOf(number) : anyText;
}

/** Wide digits are digits; what is no number has no place on the track. */
function numberOf(value: string): number {
  return Number(value.normalize("NFKC")) || 0;
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
        enterKeyHint="next"
        dir="ltr"
        placeholder={placeholder}
        value={bound.value}
        aria-invalid={bound.error ? true : undefined}
        aria-describedby={bound.error ? `${bound.id}-error` : undefined}
        onChange={(event) => bound.onChange(event.target.value)}
      />
    </div>
  );
}
