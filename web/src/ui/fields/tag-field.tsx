/** Several choices from many options: checkboxes drawn as chips, with a counter. */
import { Icon } from "../icon";
import { Counter, describedBy, type FieldTexts, GroupFrame } from "./field-frame";

interface Tag {
  id: number;
  label: string;
}

interface TagFieldProps extends FieldTexts {
  value: readonly number[];
  tags: readonly Tag[];
  /** The number of chosen chips in words. At the limit it also says what the person can do. */
  counter?: string | undefined;
  /** True if no more may be chosen. The other chips stay in reach of a screen reader. */
  isFull?: boolean;
  /** True if more are chosen than allowed. */
  over?: boolean;
  onChange: (value: number[]) => void;
}

/** Marks a chosen chip by a tick as well as by colour. */
export function TagField(props: TagFieldProps) {
  const { id, value, tags, counter, isFull = false, over, onChange } = props;
  const counterId = `${id}-counter`;
  const toggle = (tag: number) => {
    if (value.includes(tag)) onChange(value.filter((held) => held !== tag));
    else if (!isFull) onChange([...value, tag]);
  };
  return (
    <GroupFrame
      {...props}
      aside={
        counter ? (
          <Counter id={counterId} text={counter} isOver={over} isFull={isFull} isLive />
        ) : null
      }
    >
      <div className="flex flex-wrap gap-2">
        {tags.map((tag) => {
          const isChosen = value.includes(tag.id);
          const isShut = isFull && !isChosen;
          return (
            <label
              key={tag.id}
              className={`relative flex min-h-11 items-center gap-1.5 rounded-full border px-4 has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${
                isShut
                  ? "cursor-not-allowed border-dashed border-line text-muted"
                  : "cursor-pointer border-control bg-surface text-ink"
              }`}
            >
              <input
                type="checkbox"
                className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-full outline-none"
                checked={isChosen}
                aria-disabled={isShut || undefined}
                aria-describedby={describedBy(props, isShut && counter ? counterId : undefined)}
                onChange={() => toggle(tag.id)}
              />
              {isChosen ? (
                <Icon name="check" className="pointer-events-none relative -ml-1 size-4 stroke-3" />
              ) : null}
              <span className="pointer-events-none relative">{tag.label}</span>
            </label>
          );
        })}
      </div>
    </GroupFrame>
  );
}
