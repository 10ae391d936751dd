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
  /** The number of chosen chips in words. */
  counter?: string | undefined;
  /** Explains to a person who has reached the limit how to choose another chip. */
  fullText?: string | undefined;
  /** True if the limit is reached. Screen readers can still reach the chips that cannot be chosen. */
  isFull?: boolean;
  /** True if more chips are chosen than allowed. */
  over?: boolean;
  onChange: (value: number[]) => void;
}

/** Draws the chips. A chosen chip has a tick, because colour alone is not enough. */
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
                  // The mark is left out here, because the description of the group already has it.
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
                // The explanation takes a whole line below the tapped chip.
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
