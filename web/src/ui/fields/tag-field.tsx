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
  counter?: string | undefined;
  over?: boolean;
  onChange: (value: number[]) => void;
}

/** Labelled chips; a chosen one is marked by a tick as well as by colour. */
export function TagField(props: TagFieldProps) {
  const { value, tags, counter, over, onChange } = props;
  const toggle = (id: number) =>
    onChange(value.includes(id) ? value.filter((held) => held !== id) : [...value, id]);
  return (
    <GroupFrame
      {...props}
      aside={
        counter ? (
          <p
            className={`m-0 text-sm tabular-nums ${over ? "font-semibold text-danger" : "text-muted"}`}
            aria-live="polite"
          >
            {counter}
          </p>
        ) : null
      }
    >
      <div className="flex flex-wrap gap-2">
        {tags.map((tag) => {
          const chosen = value.includes(tag.id);
          return (
            <label
              key={tag.id}
              className="relative flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full border border-control bg-surface px-4 text-ink has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="checkbox"
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full outline-none"
                checked={chosen}
                aria-describedby={describedBy(props)}
                onChange={() => toggle(tag.id)}
              />
              {chosen ? (
                <svg
                  aria-hidden="true"
                  viewBox="0 0 16 16"
                  className="pointer-events-none relative -ml-1 size-4 fill-none stroke-current stroke-2"
                >
                  <path d="m3 8.5 3.2 3.2L13 5" strokeLinecap="round" strokeLinejoin="round" />
                </svg>
              ) : null}
              <span className="pointer-events-none relative">{tag.label}</span>
            </label>
          );
        })}
      </div>
    </GroupFrame>
  );
}
