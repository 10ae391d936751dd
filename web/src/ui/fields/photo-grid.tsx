/** Slots for pictures, the first of them large: an empty one opens the device's picker. */
import type { ReactNode, Ref } from "react";
import { FieldError, type FieldTexts, GroupFrame } from "./field-frame";
import { EmptySlot, FullSlot, type PhotoSlotView } from "./photo-slot";

interface PhotoGridProps extends FieldTexts {
  slots: readonly PhotoSlotView[];
  accept: string;
  /** Seen in the first free slot. */
  inviteLabel: string;
  /** How to change the order, once there is one. */
  orderHint?: string | undefined;
  listRef?: Ref<HTMLUListElement>;
  /** Called before the picker opens, which may end the page on some phones. */
  onBeforePick: () => void;
  onPick: (slot: number, files: File[]) => void;
  onOpen: (slot: number) => void;
  /** By the keyboard: one place earlier or later. */
  onMove: (slot: number, step: -1 | 1) => void;
  onRemove: (slot: number) => void;
  children?: ReactNode;
}

/** Three slots a row; the first takes the room of four. */
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
            // What can be dragged; it then hangs outside of this list.
            data-photo={slot.state === "empty" ? undefined : ""}
            className="relative aspect-3/4 min-w-0 list-none rounded-lg first:col-span-2 first:row-span-2 first:aspect-auto [&.is-target]:outline-4 [&.is-target]:outline-offset-2 [&.is-target]:outline-accent"
          >
            {slot.state === "empty" ? (
              <EmptySlot
                slot={slot}
                accept={props.accept}
                inviteLabel={index === invited ? props.inviteLabel : null}
                onBeforePick={props.onBeforePick}
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
