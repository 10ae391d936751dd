/** The slots for photos. An empty slot opens the device's file picker. */
import type { KeyboardEvent, ReactNode, Ref } from "react";
import { Spinner } from "#/ui/button";
import { Icon } from "#/ui/icon";
import { FieldError, type FieldTexts, GroupFrame } from "./field-frame";

export interface PhotoSlotView {
  /** The id of the slot's control, to which links in the error summary lead. */
  id: string;
  state: "empty" | "busy" | "ready" | "unusable";
  pickLabel: string;
  editLabel: string;
  removeLabel: string;
  alt: string;
  url: string | null;
  stateLabel?: string | undefined;
  badge?: string | undefined;
  error?: string | undefined;
}

interface PhotoGridProps extends FieldTexts {
  slots: readonly PhotoSlotView[];
  accept: string;
  /** The text in the first free slot. */
  inviteLabel: string;
  orderHint?: string | undefined;
  listRef?: Ref<HTMLUListElement>;
  onPick: (slot: number, files: File[]) => void;
  onOpen: (slot: number) => void;
  /** Called when the person presses Shift and an arrow key to move a photo one rank earlier or later. */
  onMove: (slot: number, step: -1 | 1) => void;
  onRemove: (slot: number) => void;
  children?: ReactNode;
}

/** The first slot takes the room of four slots. */
export function PhotoGrid(props: PhotoGridProps) {
  const { slots, orderHint, children } = props;
  const invited = slots.findIndex((slot) => slot.state === "empty");
  return (
    <GroupFrame {...props}>
      {slots.map(({ id, error }) => (
        <FieldError key={id} id={id} error={error} />
      ))}
      <ul
        ref={props.listRef}
        className="m-0 mt-1 grid max-w-md list-none grid-cols-3 gap-2 p-0 sm:gap-3"
      >
        {slots.map((slot, index) => (
          <li
            key={slot.id}
            // The attribute marks a photo that can be dragged. During a drag, a copy of this element is a child of
            // `body`, so its styles must not depend on the list.
            data-photo={slot.state === "empty" ? undefined : ""}
            className="relative aspect-3/4 min-w-0 list-none rounded-lg first:col-span-2 first:row-span-2 first:aspect-auto [&.is-target]:outline-4 [&.is-target]:outline-offset-2 [&.is-target]:outline-accent"
          >
            {slot.state === "empty" ? (
              <EmptySlot
                slot={slot}
                accept={props.accept}
                inviteLabel={index === invited ? props.inviteLabel : null}
                onPick={(files) => props.onPick(index, files)}
              />
            ) : (
              <FullSlot
                slot={slot}
                onOpen={() => props.onOpen(index)}
                onMove={(step) => props.onMove(index, step)}
                onRemove={() => props.onRemove(index)}
              />
            )}
          </li>
        ))}
      </ul>
      {orderHint ? <p className="m-0 max-w-md text-sm text-muted">{orderHint}</p> : null}
      {children}
    </GroupFrame>
  );
}

interface EmptySlotProps {
  slot: PhotoSlotView;
  accept: string;
  inviteLabel: string | null;
  onPick: (files: File[]) => void;
}

function EmptySlot({ slot, accept, inviteLabel, onPick }: EmptySlotProps) {
  const colors = inviteLabel
    ? "border-accent bg-accent-soft text-accent"
    : "border-control bg-surface text-muted";
  return (
    <div
      className={`absolute inset-0 flex flex-col items-center justify-center gap-1 rounded-lg border-2 border-dashed p-1 text-center text-sm font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${colors}`}
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
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // Without the reset, picking the same file again after removing it would fire no change event.
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

function FullSlot({ slot, onOpen, onMove, onRemove }: FullSlotProps) {
  const moveByKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as -1 | 1 | undefined;
    if (!event.shiftKey || !step) return;
    event.preventDefault();
    onMove(step);
  };
  return (
    <div
      // A slot with an error has a shadow as its red edge, because Chrome 105 draws a `ring` only if it is inset.
      className={`absolute inset-0 overflow-hidden rounded-lg bg-sunken select-none [-webkit-touch-callout:none] ${slot.error ? "shadow-[0_0_0_3px_var(--color-danger)]" : ""}`}
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
        <span className="grid size-7 place-items-center rounded-full bg-on-photo text-bg">
          <Icon name="x" className="size-4 stroke-3" />
        </span>
      </button>
    </div>
  );
}

function SlotState({ slot }: { slot: PhotoSlotView }) {
  const isUnusable = slot.state === "unusable";
  return (
    <div
      className={`absolute inset-0 flex flex-col items-center justify-center gap-1 p-1 text-center text-sm wrap-anywhere ${
        isUnusable ? "bg-danger-soft font-semibold text-danger" : "animate-appear text-muted"
      }`}
    >
      {isUnusable ? <Icon name="triangle-alert" className="size-7" /> : <Spinner />}
      {slot.stateLabel}
    </div>
  );
}
