/** A number or "no limit": a slider for a quick choice, and a box for the exact number. */
import { boxClass, describedBy, FieldFrame, type FieldTexts } from "./field-frame";
import { RangeSlider } from "./range-slider";
import { typedText } from "./typed-text";

interface NumberSliderFieldProps extends FieldTexts {
  /** The typed text. Empty or 0 means "no limit". */
  value: string;
  onChange: (value: string) => void;
  unit: string;
  /** The numbers at which the thumb stops, in ascending order. The position after the last number is "no limit". */
  scale: readonly number[];
  textOf: (value: number) => string;
  anyText: string;
}

export function NumberSliderField(props: NumberSliderFieldProps) {
  const { id, label, value, onChange, unit, scale, textOf, anyText, error } = props;
  const number = Number(value.normalize("NFKC")) || 0;
  const at = number ? Math.max(0, scale.filter((stop) => stop <= number).length - 1) : scale.length;
  return (
    <FieldFrame
      {...props}
      aside={
        <RangeSlider
          end={scale.length}
          thumbs={[
            {
              label,
              at,
              valueText: number ? textOf(number) : anyText,
              onChange: (next) => onChange(next === scale.length ? "" : String(scale[next] ?? "")),
            },
          ]}
        />
      }
    >
      <div className="flex items-center gap-3">
        <input
          id={id}
          className={`${boxClass(error)} max-w-40 tabular-nums`}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="next"
          dir="ltr"
          placeholder={anyText}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(props)}
          onChange={(event) => onChange(typedText(event))}
        />
        {value === "" ? null : <span className="shrink-0 text-muted">{unit}</span>}
      </div>
    </FieldFrame>
  );
}
