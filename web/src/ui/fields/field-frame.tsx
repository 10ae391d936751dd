/** Label, hint and error around one control, tied together for assistive technology. */
import type { ReactNode } from "react";

/** What every field takes; all texts come translated. */
export interface FieldTexts {
  /** Also the id of the control, so that a link in the error summary leads to it. */
  id: string;
  label: string;
  hint?: string | undefined;
  /** A short word beside the label, such as "optional". */
  note?: string | undefined;
  error?: string | undefined;
  /** It may come while its box has the focus already, and then has to be read out by itself. */
  isErrorLive?: boolean | undefined;
  /** What can be done about the error with one tap. */
  errorAction?: ReactNode;
  /** What someone said of the answer given before. */
  remark?: string | undefined;
  /** This form does not ask it: nothing is drawn. */
  isLeftOut?: boolean | undefined;
}

/** The ids of hint and error that describe a control, or undefined where there are none. */
export function describedBy(
  { id, hint, error, remark }: FieldTexts,
  extra?: string,
): string | undefined {
  const ids = [
    hint && `${id}-hint`,
    remark && `${id}-remark`,
    error && `${id}-error`,
    extra,
  ].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

/** The class of a box one types or chooses in; 16 px text keeps iOS from zooming. */
export function boxClass(error: string | undefined): string {
  const border = error ? "border-danger border-2" : "border-control border";
  return `${border} min-h-12 w-full rounded-md bg-surface px-4 py-2.5 text-base text-ink placeholder:text-muted`;
}

/** Around a single control that a `<label>` can name. */
export function FieldFrame(props: FieldTexts & { children: ReactNode; aside?: ReactNode }) {
  if (props.isLeftOut) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <label id={`${props.id}-label`} htmlFor={props.id} className="font-semibold text-ink">
        <LabelText {...props} />
      </label>
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

/** Around several controls that answer one question. */
export function GroupFrame(
  props: FieldTexts & { children: ReactNode; role?: "radiogroup" | "group"; aside?: ReactNode },
) {
  if (props.isLeftOut) return null;
  return (
    <fieldset
      id={props.id}
      role={props.role ?? "group"}
      // Only a choice can be wrong as a whole; of other groups it is said at their boxes.
      aria-invalid={props.role === "radiogroup" && props.error ? true : undefined}
      aria-describedby={describedBy(props)}
      className="m-0 flex min-w-0 flex-col border-0 p-0"
    >
      <legend className="mb-1.5 p-0 font-semibold text-ink">
        <LabelText {...props} />
      </legend>
      <div className="flex flex-col gap-1.5">
        <Hint {...props} />
        <Remark {...props} />
        <FieldError {...props} />
        {props.children}
        {props.aside}
      </div>
    </fieldset>
  );
}

function LabelText({ label, note }: FieldTexts) {
  return (
    <>
      {label}
      {note ? (
        <>
          {/* Or a screen reader would make one word of both. */}{" "}
          <span className="ml-1 text-sm font-normal text-muted">{note}</span>
        </>
      ) : null}
    </>
  );
}

function Hint({ id, hint }: FieldTexts) {
  if (!hint) return null;
  return (
    <p id={`${id}-hint`} className="m-0 text-sm text-pretty text-muted">
      {hint}
    </p>
  );
}

/** What someone said of the answer; also used alone by controls that are no field. */
export function Remark({ id, remark }: Pick<FieldTexts, "id" | "remark">) {
  if (!remark) return null;
  return (
    <p
      id={`${id}-remark`}
      className="m-0 rounded-md border-l-4 border-accent bg-accent-soft px-3 py-2 text-ink wrap-anywhere"
    >
      {remark}
    </p>
  );
}

/** The message under a label; also used alone by controls with several error places. */
export function FieldError({ id, error }: Pick<FieldTexts, "id" | "error">) {
  if (!error) return null;
  return (
    <p
      id={`${id}-error`}
      className="m-0 flex items-start gap-1.5 text-sm font-semibold text-danger"
    >
      <svg aria-hidden="true" viewBox="0 0 16 16" className="mt-0.5 size-4 shrink-0 fill-current">
        <path d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm-.9 3.5h1.8l-.2 4.7H7.3l-.2-4.7ZM8 12.3a1.1 1.1 0 1 1 0-2.2 1.1 1.1 0 0 1 0 2.2Z" />
      </svg>
      <span>{error}</span>
    </p>
  );
}
