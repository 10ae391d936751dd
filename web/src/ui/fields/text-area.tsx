/** A field for several lines of text, with a counter of characters. In newer browsers, the box grows with its text. */
import { boxClass, Counter, describedBy, FieldFrame, type FieldTexts } from "./field-frame";
import { typedText } from "./typed-text";

interface TextAreaProps extends FieldTexts {
  value: string;
  onChange: (value: string) => void;
  rows?: number;
  counter?: string | undefined;
  /** True if the text is too long. The field keeps the whole text, and the counter shows the error. */
  over?: boolean;
}

export function TextArea(props: TextAreaProps) {
  const { id, value, onChange, rows = 4, counter, over } = props;
  const counterId = `${id}-counter`;
  return (
    <FieldFrame
      {...props}
      aside={counter ? <Counter id={counterId} text={counter} isOver={over} isAtEnd /> : null}
    >
      <textarea
        id={id}
        className={`${boxClass(props.error)} field-sizing-content max-h-96 min-h-28 resize-y leading-relaxed`}
        dir="auto"
        rows={rows}
        value={value}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={describedBy(props, counter && counterId)}
        onChange={(event) => onChange(typedText(event))}
      />
    </FieldFrame>
  );
}
