/** A calendar date, picked with the device's own picker. */
import { boxClass, describedBy, FieldFrame, type FieldTexts } from "./field-frame";

interface DateFieldProps extends FieldTexts {
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  onChange: (value: string) => void;
  autoComplete?: string | undefined;
}

/** A labelled native date input. */
export function DateField(props: DateFieldProps) {
  return (
    <FieldFrame {...props}>
      <input
        id={props.id}
        type="date"
        className={`${boxClass(props.error)} max-w-64 appearance-none`}
        autoComplete={props.autoComplete ?? "off"}
        value={props.value}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={describedBy(props)}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </FieldFrame>
  );
}
