/** One choice out of a long list, with the device's own picker. */
import { boxClass, describedBy, FieldFrame, type FieldTexts } from "./field-frame";

/** One thing to choose. */
export interface Option {
  value: string;
  label: string;
}

/** Options under a heading. */
export interface OptionGroup {
  label: string;
  options: readonly Option[];
}

interface SelectFieldProps extends FieldTexts {
  value: string;
  /** The words of the choice that chooses nothing. */
  emptyLabel: string;
  options?: readonly Option[];
  groups?: readonly OptionGroup[];
  onChange: (value: string) => void;
}

/** A labelled native select. */
export function SelectField(props: SelectFieldProps) {
  return (
    <FieldFrame {...props}>
      <div className="relative">
        <select
          id={props.id}
          className={`${boxClass(props.error)} appearance-none text-ellipsis pr-11 ${props.value ? "" : "text-muted"}`}
          value={props.value}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={describedBy(props)}
          onChange={(event) => props.onChange(event.target.value)}
        >
          <option value="">{props.emptyLabel}</option>
          {props.options?.map(renderOption)}
          {props.groups?.map((group) => (
            <optgroup key={group.label} label={group.label}>
              {group.options.map(renderOption)}
            </optgroup>
          ))}
        </select>
        <svg
          aria-hidden="true"
          viewBox="0 0 16 16"
          className="pointer-events-none absolute top-1/2 right-4 size-4 -translate-y-1/2 fill-none stroke-current stroke-2 text-muted"
        >
          <path d="m3 6 5 5 5-5" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </div>
    </FieldFrame>
  );
}

function renderOption({ value, label }: Option) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}
