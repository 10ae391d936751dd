/** A lower and an upper bound, which may both be open: a slider with two thumbs, and boxes for the exact numbers. */
import type { ReactNode } from "react";
import { boxClass, FieldError } from "./field-frame";
import { RangeSlider, type Thumb } from "./range-slider";
import { typedText } from "./typed-text";

interface Bound {
  id: string;
  label: string;
  /** The typed text. Empty means an open bound. */
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

interface RangeFieldProps {
  from: Bound;
  to: Bound;
  /**
   * The numbers at which the thumbs stop, in ascending order. "Any" is one position before and one after the numbers.
   */
  scale: readonly number[];
  textOf: (value: number) => string;
  textBetween: (from: string, to: string) => string;
  anyText: string;
  /** The unit beside the boxes. Without a unit, there are only thumbs and no boxes. */
  unit?: string | undefined;
}

export function RangeField(props: RangeFieldProps) {
  const { from, to, unit } = props;
  return (
    <div className="flex flex-col gap-1.5">
      {unit === undefined ? (
        <p className="m-0 text-ink tabular-nums" aria-hidden="true">
          {props.textBetween(boundText(props, from), boundText(props, to))}
        </p>
      ) : (
        <div className="flex flex-wrap items-end gap-2">
          <BoundBox bound={from} placeholder={props.anyText}>
            <span aria-hidden="true">–</span>
          </BoundBox>
          <BoundBox bound={to} placeholder={props.anyText}>
            {unit}
          </BoundBox>
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
    // A thumb stops at the other thumb, and reaches "any" only at its own end of the track.
    { ...low, onChange: (at) => low.onChange(Math.min(at, highAt, scale.length)) },
    { ...high, onChange: (at) => high.onChange(Math.max(at, lowAt, 1)) },
  ];
}

/** Returns the position, from 1, of the last stop that is not above the number, or null for an open bound. */
function placeOf(scale: readonly number[], value: string): number | null {
  const number = numberOf(value);
  if (!number) return null;
  return Math.max(1, scale.filter((stop) => stop <= number).length);
}

function boundText({ textOf, anyText }: RangeFieldProps, { value }: Bound): string {
  const number = numberOf(value);
  return number ? textOf(number) : anyText;
}

/** Reads full-width digits, too. Returns 0 for a text that is no number. */
function numberOf(value: string): number {
  return Number(value.normalize("NFKC")) || 0;
}

interface BoundBoxProps {
  bound: Bound;
  placeholder: string;
  children: ReactNode;
}

/** The box of one bound. With large text, each bound takes a whole line, so that its box shows the whole number. */
function BoundBox({ bound, placeholder, children }: BoundBoxProps) {
  return (
    <div className="flex flex-auto basis-[8em] flex-col gap-1">
      <label htmlFor={bound.id} className="text-sm text-muted">
        {bound.label}
      </label>
      <div className="flex items-center gap-2">
        <input
          id={bound.id}
          className={`${boxClass(bound.error)} min-w-0 flex-1 tabular-nums`}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="next"
          dir="ltr"
          placeholder={placeholder}
          value={bound.value}
          aria-invalid={bound.error ? true : undefined}
          aria-describedby={bound.error ? `${bound.id}-error` : undefined}
          onChange={(event) => bound.onChange(typedText(event))}
        />
        <span className="shrink-0 text-muted">{children}</span>
      </div>
    </div>
  );
}
