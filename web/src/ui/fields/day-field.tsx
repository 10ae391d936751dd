/** A day close to today, chosen with the device's own picker. */
import { boxClass, describedBy, FieldFrame, type FieldTexts } from "./field-frame";

interface DayFieldProps extends FieldTexts {
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  min: string | undefined;
  max: string | undefined;
  onChange: (value: string) => void;
}

export function DayField(props: DayFieldProps) {
  const { id, value, min, max, error, onChange } = props;
  return (
    <FieldFrame {...props}>
      <input
        id={id}
        type="date"
        className={`${boxClass(error)} max-w-60 appearance-none`}
        value={value}
        min={min}
        max={max}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(props)}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
}
