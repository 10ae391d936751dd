/** Several lines of text with a count of its characters. */
import { boxClass, describedBy, FieldFrame, type FieldTexts } from "./field-frame";

interface TextAreaProps extends FieldTexts {
  value: string;
  onChange: (value: string) => void;
  rows?: number;
  counter?: string | undefined;
  /** The text is longer than allowed; it is kept, and the count turns to the colour of errors. */
  over?: boolean;
}

/** A labelled box that grows with its text where the browser can. */
export function TextArea(props: TextAreaProps) {
  const { id, value, onChange, rows = 4, counter, over } = props;
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
      <textarea
        id={id}
        className={`${boxClass(props.error)} field-sizing-content max-h-96 min-h-28 resize-y leading-relaxed`}
        dir="auto"
        rows={rows}
        value={value}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={describedBy(props, counterId)}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
}
