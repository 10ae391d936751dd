/** A field for one line of text: words, a number or an address. */
import { boxClass, Counter, describedBy, FieldFrame, type FieldTexts } from "./field-frame";
import { typedText } from "./typed-text";

interface TextFieldProps extends FieldTexts {
  value: string;
  onChange: (value: string) => void;
  kind?: "text" | "number" | "url" | undefined;
  unit?: string | undefined;
  autoComplete?: string | undefined;
  counter?: string | undefined;
  /** True if the text is too long. The field keeps the whole text, and the counter shows the error. */
  over?: boolean;
}

/** A number field has the type `text`, too, because `type=number` would discard a text that is no number. */
export function TextField(props: TextFieldProps) {
  const { id, value, onChange, kind = "text", unit, autoComplete, counter, over } = props;
  const counterId = `${id}-counter`;
  return (
    <FieldFrame
      {...props}
      aside={counter ? <Counter id={counterId} text={counter} isOver={over} isAtEnd /> : null}
    >
      <div className="flex items-center gap-3">
        <input
          id={id}
          className={`${boxClass(props.error)} ${kind === "number" ? "max-w-40 tabular-nums" : ""}`}
          type={kind === "url" ? "url" : "text"}
          inputMode={kind === "number" ? "numeric" : kind}
          autoComplete={autoComplete ?? "off"}
          // The browser chooses the direction of words, because some names are written from right to left.
          dir={kind === "text" ? "auto" : "ltr"}
          enterKeyHint="next"
          spellCheck={kind === "text" ? undefined : false}
          value={value}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={describedBy(props, counter && counterId)}
          onChange={(event) => onChange(typedText(event))}
        />
        {unit ? <span className="shrink-0 text-muted">{unit}</span> : null}
      </div>
    </FieldFrame>
  );
}
