/** A choice between a few options, which are all visible: radio buttons drawn as a segmented control. */
import { describedBy, type FieldTexts, GroupFrame } from "./field-frame";
import type { Option } from "./select-field";

interface Choice extends Option {
  detail?: string | undefined;
}

interface ChoiceFieldProps extends FieldTexts {
  value: string;
  options: readonly Choice[];
  onChange: (value: string) => void;
  layout?: "row" | "column" | undefined;
}

export function ChoiceField(props: ChoiceFieldProps) {
  const { id, value, options, onChange, layout = "row" } = props;
  // Four options use a grid, because a narrow screen would otherwise wrap only the fourth. Fewer options
  // share the line equally, and a long word gets more room, so that no word breaks.
  const isGrid = options.length === 4;
  const row = isGrid
    ? "grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5em),1fr))] gap-2 sm:grid-cols-4"
    : "flex flex-wrap gap-2";
  const arrangement = layout === "row" ? row : "flex flex-col gap-2";
  return (
    <GroupFrame {...props} role="radiogroup">
      <div className={arrangement}>
        {options.map((option) => (
          <label
            key={option.value}
            className={`relative flex min-h-12 cursor-pointer items-center rounded-md border px-3 py-2 text-ink has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${
              layout === "row"
                ? `justify-center text-center ${isGrid ? "" : "max-w-full min-w-fit flex-1"}`
                : "justify-start px-4"
            } ${props.error ? "border-danger" : "border-control"} bg-surface`}
          >
            <input
              type="radio"
              name={id}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-md outline-none"
              value={option.value}
              checked={value === option.value}
              aria-labelledby={`${id}-${option.value}`}
              // Leave out the mark, because the group's description already contains it.
              aria-describedby={describedBy(
                { ...props, mark: undefined },
                option.detail && `${id}-${option.value}-detail`,
              )}
              onChange={() => onChange(option.value)}
            />
            <span className="pointer-events-none relative">
              <span id={`${id}-${option.value}`}>{option.label}</span>
              {option.detail ? (
                <span id={`${id}-${option.value}-detail`} className="block text-sm opacity-90">
                  {option.detail}
                </span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
    </GroupFrame>
  );
}
