/** A choice from a long list, with the device's own picker. */
import { Icon } from "#/ui/icon";
import { boxClass, describedBy, FieldFrame, type FieldTexts } from "./field-frame";

export interface Option {
  value: string;
  label: string;
}

export interface OptionGroup {
  label: string;
  options: readonly Option[];
}

interface SelectFieldProps extends FieldTexts {
  value: string;
  emptyLabel: string;
  options?: readonly Option[];
  groups?: readonly OptionGroup[];
  onChange: (value: string) => void;
}

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
        <Icon
          name="chevron-down"
          className="pointer-events-none absolute top-1/2 right-4 size-4 -translate-y-1/2 stroke-3 text-muted"
        />
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
