/** Several choices from many options: checkboxes drawn as chips, with a counter. */
import { Fragment, useState } from "react";
import { Icon } from "#/ui/icon";
import { Counter, describedBy, type FieldTexts, GroupFrame } from "./field-frame";

interface Tag {
  id: number;
  label: string;
}

interface TagFieldProps extends FieldTexts {
  value: readonly number[];
  tags: readonly Tag[];
  counter?: string | undefined;
  /** Explains to a person who has reached the limit how to choose another chip. */
  fullText?: string | undefined;
  /** True if the limit is reached. The other chips then cannot be chosen, but screen readers still read them. */
  isFull?: boolean;
  over?: boolean;
  onChange: (value: number[]) => void;
}

/** Marks a chosen chip with a tick, too, because some people cannot see the difference in colour. */
export function TagField(props: TagFieldProps) {
  const { id, value, tags, counter, fullText, isFull = false, over, onChange } = props;
  /** The chip that the person tapped although the limit was reached. */
  const [refused, setRefused] = useState<number | null>(null);
  const reasonId = isFull && fullText ? `${id}-full` : undefined;
  const counterId = `${id}-counter`;
  const toggle = (tag: number) => {
    const isChosen = value.includes(tag);
    setRefused(isFull && !isChosen ? tag : null);
    if (isChosen) onChange(value.filter((held) => held !== tag));
    else if (!isFull) onChange([...value, tag]);
  };
  return (
    <GroupFrame
      {...props}
      beside={
        counter ? (
          <Counter id={counterId} text={counter} isOver={over} isFull={isFull} isLive />
        ) : null
      }
    >
      {reasonId ? (
        <p id={reasonId} className="sr-only">
          {fullText}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {tags.map((tag) => {
          const isChosen = value.includes(tag.id);
          const isShut = isFull && !isChosen;
          return (
            <Fragment key={tag.id}>
              <label
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
                  // Leave out the mark, because the group's description already contains it.
                  aria-describedby={describedBy(
                    { ...props, mark: undefined },
                    isShut ? reasonId : undefined,
                  )}
                  onChange={() => toggle(tag.id)}
                />
                {isChosen ? (
                  <Icon
                    name="check"
                    className="pointer-events-none relative -ml-1 size-4 stroke-3"
                  />
                ) : null}
                <span className="pointer-events-none relative">{tag.label}</span>
              </label>
              {refused === tag.id && isFull ? (
                <p role="status" className="m-0 basis-full text-sm font-semibold text-ink">
                  {fullText}
                </p>
              ) : null}
            </Fragment>
          );
        })}
      </div>
    </GroupFrame>
  );
}
