/** Draws label, hint and error around a control, and connects them for assistive technology. */
import type { ReactNode } from "react";
import { toneClasses } from "#/ui/card";
import { Icon, type IconName } from "#/ui/icon";

/** A small icon beside a label. Assistive technology reads the text instead. */
export interface FieldMark {
  icon: IconName;
  text: string;
}

/** The props of all fields. All texts are already translated. */
export interface FieldTexts {
  /** The id of the control, to which links in the error summary lead. */
  id: string;
  label: string;
  hint?: string | undefined;
  /** A short word beside the label, such as "optional". */
  note?: string | undefined;
  /** Shows who sees the answer. */
  mark?: FieldMark | undefined;
  error?: string | undefined;
  /** True if the error may appear while the person types. A live region then reads the error out. */
  isErrorLive?: boolean | undefined;
  /** A control that fixes the error, or fills in an answer, with one tap. */
  errorAction?: ReactNode;
  remark?: string | undefined;
  /** True if the form does not ask for this field. Then nothing is drawn. */
  isLeftOut?: boolean | undefined;
}

export function describedBy(
  { id, hint, error, remark, mark }: FieldTexts,
  extra?: string,
): string | undefined {
  const ids = [
    hint && `${id}-hint`,
    remark && `${id}-remark`,
    error && `${id}-error`,
    mark && `${id}-mark`,
    extra,
  ].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

/** Returns the classes of an input box. Its text has at least 16 px, because iOS zooms into boxes with smaller text. */
export function boxClass(error: string | undefined): string {
  const border = error ? "border-danger ring-1 ring-danger ring-inset" : "border-control";
  return `${border} min-h-12 w-full rounded-md border bg-surface px-4 py-2.5 text-base text-ink placeholder:text-muted`;
}

export function FieldFrame(props: FieldTexts & { children: ReactNode; aside?: ReactNode }) {
  if (props.isLeftOut) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <label id={`${props.id}-label`} htmlFor={props.id} className="font-semibold text-ink">
        <LabelText {...props} />
      </label>
      <MarkText {...props} />
      <Hint {...props} />
      <Remark {...props} />
      {props.isErrorLive ? (
        <div role="status" className="empty:-mt-1.5">
          <FieldError {...props} />
        </div>
      ) : (
        <FieldError {...props} />
      )}
      {props.errorAction}
      {props.children}
      {props.aside}
    </div>
  );
}

/** The frame of several controls that together answer one question. */
export function GroupFrame(
  props: FieldTexts & {
    children: ReactNode;
    role?: "radiogroup" | "group";
    aside?: ReactNode;
    /** The content at the end of the legend's line. It is not part of the group's accessible name. */
    beside?: ReactNode;
  },
) {
  if (props.isLeftOut) return null;
  return (
    <fieldset
      id={props.id}
      role={props.role ?? "group"}
      // Only a group of radio buttons is invalid as a whole. In a date, for example, each box has `aria-invalid`.
      aria-invalid={props.role === "radiogroup" && props.error ? true : undefined}
      aria-describedby={describedBy(props)}
      className="m-0 min-w-0 border-0 p-0"
    >
      {/* The legend floats, because WebKit counts its height twice in a flexible box. */}
      <legend className="float-left mb-1.5 p-0 font-semibold text-ink">
        <LabelText {...props} />
      </legend>
      <MarkText {...props} />
      {/* The margin puts the small text on the baseline of the larger legend. */}
      {props.beside ? <div className="float-right mt-0.75 ml-3">{props.beside}</div> : null}
      <div className="clear-both flex flex-col gap-1.5">
        <Hint {...props} />
        <Remark {...props} />
        <FieldError {...props} />
        {props.children}
        {props.aside}
      </div>
    </fieldset>
  );
}

function LabelText({ label, note, mark }: FieldTexts) {
  return (
    <>
      {label}
      {note ? (
        <>
          {/* Without this space, a screen reader would join the label and the note. */}{" "}
          <span className="ml-1 text-sm font-normal text-muted">{note}</span>
        </>
      ) : null}
      {mark ? <MarkIcon mark={mark} /> : null}
    </>
  );
}

/**
 * The icon of a mark. It is not part of the label's accessible name, because `MarkText` says its meaning. A word
 * joiner keeps the icon on the line of the last word.
 */
export function MarkIcon({ mark: { icon, text } }: { mark: FieldMark }) {
  return (
    <span
      aria-hidden="true"
      title={text}
      className="whitespace-nowrap before:mr-1.5 before:content-['\2060']"
    >
      <Icon name={icon} className="size-4 -translate-y-px text-muted" />
    </span>
  );
}

export function MarkText({ id, mark }: Pick<FieldTexts, "id" | "mark">) {
  if (!mark) return null;
  return (
    <span id={`${id}-mark`} className="sr-only">
      {mark.text}
    </span>
  );
}

function Hint({ id, hint }: FieldTexts) {
  if (!hint) return null;
  return (
    <p id={`${id}-hint`} className="m-0 text-sm text-muted">
      {hint}
    </p>
  );
}

/** The reviewer's comment on an answer. Exported for controls that do not use `FieldFrame` or `GroupFrame`. */
export function Remark({ id, remark }: Pick<FieldTexts, "id" | "remark">) {
  if (!remark) return null;
  return (
    <p
      id={`${id}-remark`}
      className={`m-0 rounded-md px-3 py-2 wrap-anywhere ${toneClasses.accent}`}
    >
      {remark}
    </p>
  );
}

/** The error under a label. Exported for controls with several errors, which draw a `FieldError` for each error. */
export function FieldError({ id, error }: Pick<FieldTexts, "id" | "error">) {
  if (!error) return null;
  return (
    <p
      id={`${id}-error`}
      className="m-0 flex items-start gap-1.5 text-sm font-semibold text-danger"
    >
      <Icon name="circle-alert" className="mt-0.5 size-4 stroke-[2.5]" />
      <span>{error}</span>
    </p>
  );
}

interface CounterProps {
  id: string;
  text: string;
  isOver?: boolean | undefined;
  isFull?: boolean;
  isLive?: boolean;
  isAtEnd?: boolean;
}

export function Counter({ id, text, isOver, isFull, isLive, isAtEnd }: CounterProps) {
  const color = isOver
    ? "font-semibold text-danger"
    : isFull
      ? "font-semibold text-ink"
      : "text-muted";
  return (
    <p
      id={id}
      aria-live={isLive ? "polite" : undefined}
      className={`m-0 text-sm tabular-nums ${isAtEnd ? "text-right" : ""} ${color}`}
    >
      {text}
    </p>
  );
}
