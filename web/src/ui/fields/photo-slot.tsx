/** One slot of the grid of pictures: free, filled, being filled, or with a file of no use. */
import type { KeyboardEvent } from "react";
import { Spinner } from "../button";
import { Icon } from "../icon";

/** What one slot shows; all texts come translated. */
export interface PhotoSlotView {
  /** Id of the slot's control, where a link in the error summary leads. */
  id: string;
  state: "empty" | "busy" | "ready" | "broken";
  pickLabel: string;
  editLabel: string;
  removeLabel: string;
  alt: string;
  /** The picture, once its bytes are read. */
  url: string | null;
  /** What is being done with it, or what it is. */
  stateLabel?: string | undefined;
  badge?: string | undefined;
  error?: string | undefined;
  /** From 0 to 1 while the picture goes up. */
  progress?: number | undefined;
}

interface EmptySlotProps {
  slot: PhotoSlotView;
  accept: string;
  inviteLabel: string | null;
  onBeforePick: () => void;
  onPick: (files: File[]) => void;
}

export function EmptySlot({ slot, accept, inviteLabel, onBeforePick, onPick }: EmptySlotProps) {
  const look = inviteLabel
    ? "border-accent bg-accent-soft text-accent"
    : "border-control bg-surface text-muted";
  return (
    <div
      className={`absolute inset-0 flex flex-col items-center justify-center gap-1 rounded-lg border-2 border-dashed p-1 text-center text-sm font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${look}`}
    >
      <label className="absolute inset-0 cursor-pointer">
        <span className="sr-only">{slot.pickLabel}</span>
        <input
          id={slot.id}
          type="file"
          accept={accept}
          multiple
          className="absolute inset-0 size-full cursor-pointer text-[0] opacity-0"
          aria-describedby={slot.error ? `${slot.id}-error` : undefined}
          onClick={onBeforePick}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // Cleared so that picking the same file again after a removal is a change.
            event.target.value = "";
            if (files.length > 0) onPick(files);
          }}
        />
      </label>
      <Icon name={inviteLabel ? "camera" : "plus"} className="pointer-events-none size-7" />
      {inviteLabel ? (
        <span aria-hidden="true" className="pointer-events-none">
          {inviteLabel}
        </span>
      ) : null}
    </div>
  );
}

interface FullSlotProps {
  slot: PhotoSlotView;
  onOpen: () => void;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
}

export function FullSlot({ slot, onOpen, onMove, onRemove }: FullSlotProps) {
  const moveByKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as -1 | 1 | undefined;
    if (!event.shiftKey || !step) return;
    event.preventDefault();
    onMove(step);
  };
  return (
    <div
      className={`absolute inset-0 overflow-hidden rounded-lg bg-sunken select-none [-webkit-touch-callout:none] ${slot.error ? "ring-3 ring-danger" : ""}`}
    >
      {slot.url ? (
        <img src={slot.url} alt={slot.alt} draggable={false} className="size-full object-cover" />
      ) : null}
      {slot.state === "ready" ? null : <SlotState slot={slot} />}
      <button
        id={slot.id}
        type="button"
        aria-label={slot.editLabel}
        aria-describedby={slot.error ? `${slot.id}-error` : undefined}
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
        className="absolute inset-0 size-full cursor-pointer touch-manipulation rounded-lg border-0 bg-transparent p-0 focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-focus"
        onClick={onOpen}
        onKeyDown={moveByKey}
        onContextMenu={(event) => event.preventDefault()}
      />
      {slot.badge ? (
        <span className="pointer-events-none absolute bottom-1.5 left-1.5 rounded-full bg-accent px-2.5 py-0.5 text-sm font-semibold text-on-accent">
          {slot.badge}
        </span>
      ) : null}
      <button
        type="button"
        aria-label={slot.removeLabel}
        data-no-drag=""
        className="absolute top-0 right-0 grid size-11 cursor-pointer place-items-center border-0 bg-transparent p-0 focus-visible:outline-3 focus-visible:-outline-offset-4 focus-visible:outline-focus"
        onClick={onRemove}
      >
        <span className="grid size-7 place-items-center rounded-full bg-ink/80 text-bg">
          <Icon name="x" className="size-4 stroke-3" />
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
    </div>
  );
}

function SlotState({ slot }: { slot: PhotoSlotView }) {
  const isBroken = slot.state === "broken";
  return (
    <div
      className={`absolute inset-0 flex flex-col items-center justify-center gap-1 p-1 text-center text-sm wrap-anywhere ${
        isBroken ? "bg-danger-soft font-semibold text-danger" : "animate-appear text-muted"
      }`}
    >
      {isBroken ? <Icon name="triangle-alert" className="size-7" /> : <Spinner />}
      {slot.stateLabel}
    </div>
  );
}
