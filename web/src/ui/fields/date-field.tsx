/**
 * A date that the person knows by heart, typed into three boxes with the keyboard of digits.
 *
 * The device's own picker is made for days close to today: iOS shows three wheels, with decades to
 * scroll; Android shows a calendar whose year hides behind a small heading; and both show an empty date
 * as `mm/dd/yyyy` in the device's language instead of the page's. Typing eight digits takes one thumb
 * and a few seconds. People in Taiwan and Japan write year, month, day, and the labels make that clear
 * to a reader of English.
 */
import { type ClipboardEvent, useState } from "react";
import { boxClass, type FieldTexts, GroupFrame } from "./field-frame";

interface DateFieldProps extends FieldTexts {
  /** `YYYY-MM-DD` once it is complete; before, the typed parts with dashes between them, or empty. */
  value: string;
  onChange: (value: string) => void;
  /** The labels above the boxes. */
  partLabels: Record<Part, string>;
  /** True if the browser may fill in the person's own birthday. */
  isBirthday?: boolean;
}

const parts = ["year", "month", "day"] as const;
type Part = (typeof parts)[number];
type Boxes = Record<Part, string>;

export function DateField(props: DateFieldProps) {
  const { value, onChange, partLabels, isBirthday, error } = props;
  const [typed, setTyped] = useState<Boxes>(() => boxesOf(value));
  // The boxes keep the typed text, unless other code changed the value.
  const boxes = dateOf(typed) === value ? typed : boxesOf(value);

  const change = (next: Boxes) => {
    setTyped(next);
    onChange(dateOf(next));
  };
  const paste = (event: ClipboardEvent) => {
    const whole = findDate(event.clipboardData.getData("text"));
    if (!whole) return;
    event.preventDefault();
    change(whole);
  };
  return (
    <GroupFrame {...props}>
      <div className="flex gap-3">
        {parts.map((part) => (
          <label key={part} className="flex flex-col gap-1 text-sm text-muted">
            {partLabels[part]}
            <input
              className={`${boxClass(error)} text-center tabular-nums ${part === "year" ? "max-w-24" : "max-w-18"}`}
              type="text"
              inputMode="numeric"
              autoComplete={isBirthday ? `bday-${part}` : "off"}
              enterKeyHint="next"
              dir="ltr"
              value={boxes[part]}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${props.id}-error` : undefined}
              onPaste={paste}
              onChange={(event) => change({ ...boxes, [part]: event.target.value })}
            />
          </label>
        ))}
      </div>
    </GroupFrame>
  );
}

function boxesOf(value: string): Boxes {
  const [year = "", month = "", ...day] = value.split("-");
  return { year, month, day: day.join("-") };
}

function dateOf(boxes: Boxes): string {
  const [year, month, day] = parts.map((part) => foldDigits(boxes[part]));
  return year || month || day ? `${year}-${twoDigits(month)}-${twoDigits(day)}` : "";
}

/** Finds a complete date in pasted text: three numbers with anything between them, or eight digits. */
function findDate(text: string): Boxes | null {
  const found = /^\D*(\d{4})\D{0,2}(\d{1,2})\D{0,2}(\d{1,2})\D*$/.exec(text.normalize("NFKC"));
  const [, year, month, day] = found ?? [];
  return year && month && day ? { year, month, day } : null;
}

/** Turns the full-width digits of a Japanese keyboard into ASCII digits. */
function foldDigits(text: string): string {
  return text.normalize("NFKC").trim();
}

function twoDigits(text = ""): string {
  return /^\d$/.test(text) ? `0${text}` : text;
}
