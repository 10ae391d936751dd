/** One line of text: words, a number or an address. */
import { boxClass, describedBy, FieldFrame, type FieldTexts } from "./field-frame";

interface TextFieldProps extends FieldTexts {
  value: string;
  onChange: (value: string) => void;
  kind?: "text" | "number" | "url";
  /** Shown after the box, such as "cm". */
  unit?: string | undefined;
  autoComplete?: string | undefined;
  counter?: string | undefined;
  /** The text is longer than allowed; it is kept, and the count turns to the colour of errors. */
  over?: boolean;
}

/** A labelled one-line box; a number is typed as text so that nothing typed is ever thrown away. */
export function TextField(props: TextFieldProps) {
  const { id, value, onChange, kind = "text", unit, autoComplete, counter, over } = props;
  const counterId = counter ? `${id}-counter` : undefined;
  return (
    <FieldFrame
      {...props}
      aside={
        counter ? (
          <p
            id={counterId}
            className={`m-0 text-right text-sm tabular-nums ${over ? "font-semibold text-danger" : "text-muted"}`}
          >
            {counter}
          </p>
        ) : null
      }
    >
      <div className="flex items-center gap-3">
        <input
          id={id}
          className={`${boxClass(props.error)} ${kind === "number" ? "max-w-40 tabular-nums" : ""}`}
          type={kind === "url" ? "url" : "text"}
          inputMode={kind === "number" ? "numeric" : kind}
          autoComplete={autoComplete ?? "off"}
          // A name may be written from right to left.
          dir={kind === "text" ? "auto" : "ltr"}
          enterKeyHint="next"
          spellCheck={kind === "text" ? undefined : false}
          value={value}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={describedBy(props, counterId)}
          onChange={(event) => onChange(event.target.value)}
        />
        {unit ? <span className="shrink-0 text-muted">{unit}</span> : null}
      </div>
    </FieldFrame>
  );
}
