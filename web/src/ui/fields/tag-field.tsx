/** Any number of choices out of many: checkboxes drawn as chips, with a count. */
import { describedBy, type FieldTexts, GroupFrame } from "./field-frame";

/** One chip. */
export interface Tag {
  id: number;
  label: string;
}

interface TagFieldProps extends FieldTexts {
  value: readonly number[];
  tags: readonly Tag[];
  /** How many are chosen; at the limit it also says what to do. */
  counter?: string | undefined;
  /** As many as allowed are chosen: the others stay in reach of a screen reader and cannot be added. */
  isFull?: boolean;
  /** More are chosen than allowed. */
  over?: boolean;
  onChange: (value: number[]) => void;
}

/** Labelled chips; a chosen one is marked by a tick as well as by colour. */
export function TagField(props: TagFieldProps) {
  const { id, value, tags, counter, isFull = false, over, onChange } = props;
  const counterId = counter ? `${id}-counter` : undefined;
  const toggle = (tag: number) => {
    if (value.includes(tag)) onChange(value.filter((held) => held !== tag));
    else if (!isFull) onChange([...value, tag]);
  };
  return (
    <GroupFrame
      {...props}
      aside={
        counter ? (
          <p
            id={counterId}
            className={`m-0 text-sm tabular-nums ${over ? "font-semibold text-danger" : isFull ? "font-semibold text-ink" : "text-muted"}`}
            aria-live="polite"
          >
            {counter}
          </p>
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
                aria-describedby={describedBy(props, isShut ? counterId : undefined)}
                onChange={() => toggle(tag.id)}
              />
              {isChosen ? <Tick /> : null}
              <span className="pointer-events-none relative">{tag.label}</span>
            </label>
          );
        })}
      </div>
    </GroupFrame>
  );
}

function Tick() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      className="pointer-events-none relative -ml-1 size-4 fill-none stroke-current stroke-2"
    >
      <path d="m3 8.5 3.2 3.2L13 5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
