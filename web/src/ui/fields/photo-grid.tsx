/** Slots for pictures: an empty one opens the device's picker, a full one shows its picture. */
import { describedBy, FieldError, type FieldTexts, GroupFrame } from "./field-frame";

/** What one slot shows. */
export interface PhotoSlotView {
  /** Id of the slot's control, where a link in the error summary leads. */
  id: string;
  pickLabel: string;
  /** The picture, or null for an empty slot. */
  url: string | null;
  alt: string;
  removeLabel: string;
  badge?: string | undefined;
  error?: string | undefined;
  /** From 0 to 1 while the picture goes up. */
  progress?: number | undefined;
}

interface PhotoGridProps extends FieldTexts {
  slots: readonly PhotoSlotView[];
  accept: string;
  /** Called before the picker opens, which may end the page on some phones. */
  onBeforePick: () => void;
  onPick: (slot: number, files: File[]) => void;
  onRemove: (slot: number) => void;
}

/** Three slots a row. */
export function PhotoGrid(props: PhotoGridProps) {
  return (
    <GroupFrame {...props}>
      <ul className="m-0 grid max-w-md list-none grid-cols-3 gap-3 p-0">
        {props.slots.map((slot, index) => (
          <li key={slot.id} className="flex min-w-0 flex-col gap-1">
            <div
              className={`relative aspect-3/4 overflow-hidden rounded-lg ${slot.error ? "ring-2 ring-danger" : ""}`}
            >
              {slot.url === null ? (
                <EmptySlot {...props} slot={slot} index={index} />
              ) : (
                <FullSlot slot={slot} onRemove={() => props.onRemove(index)} />
              )}
            </div>
            <FieldError id={slot.id} error={slot.error} />
          </li>
        ))}
      </ul>
    </GroupFrame>
  );
}

function EmptySlot(props: PhotoGridProps & { slot: PhotoSlotView; index: number }) {
  const { slot, index, onPick, onBeforePick, accept } = props;
  return (
    <label className="grid size-full cursor-pointer place-items-center rounded-lg border-2 border-dashed border-control bg-surface text-muted has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus">
      <span className="sr-only">{slot.pickLabel}</span>
      <input
        id={slot.id}
        type="file"
        accept={accept}
        multiple
        className="absolute inset-0 size-full cursor-pointer text-[0] opacity-0"
        aria-describedby={describedBy(props)}
        onClick={onBeforePick}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Cleared so that picking the same file again after a removal is a change.
          event.target.value = "";
          if (files.length > 0) onPick(index, files);
        }}
      />
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className="pointer-events-none size-8 fill-none stroke-current stroke-2"
      >
        <path d="M12 5v14M5 12h14" strokeLinecap="round" />
      </svg>
    </label>
  );
}

function FullSlot({ slot, onRemove }: { slot: PhotoSlotView; onRemove: () => void }) {
  return (
    <>
      <img src={slot.url ?? undefined} alt={slot.alt} className="size-full bg-line object-cover" />
      {slot.badge ? (
        <span className="absolute bottom-1.5 left-1.5 rounded-full bg-accent px-2.5 py-0.5 text-sm text-on-accent">
          {slot.badge}
        </span>
      ) : null}
      <button
        id={slot.id}
        type="button"
        aria-label={slot.removeLabel}
        className="absolute top-0 right-0 grid size-11 cursor-pointer place-items-center border-0 bg-transparent p-0 focus-visible:outline-2 focus-visible:-outline-offset-4 focus-visible:outline-focus"
        onClick={onRemove}
      >
        <span className="grid size-7 place-items-center rounded-full bg-ink/80 text-bg">
          <svg
            aria-hidden="true"
            viewBox="0 0 16 16"
            className="size-3.5 fill-none stroke-current stroke-2"
          >
            <path d="m3 3 10 10M13 3 3 13" strokeLinecap="round" />
          </svg>
        </span>
      </button>
      {slot.progress === undefined ? null : (
        <progress
          className="absolute inset-x-2 bottom-2 h-1.5 w-auto accent-accent"
          value={slot.progress}
          max={1}
          aria-label={slot.alt}
        />
      )}
    </>
  );
}
