/**
 * A date that the person knows by heart, typed into three boxes with the keyboard of digits.
 *
 * The device's own picker is made for days close to today: iOS shows three wheels, with decades to
 * scroll; Android shows a calendar whose year hides behind a small heading; and both show an empty date
 * as `mm/dd/yyyy` in the device's language instead of the page's. Typing eight digits takes one thumb
 * and a few seconds. People in Taiwan and Japan write year, month, day, and the labels make that clear
 * to a reader of English.
 */
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { isComposed } from "#/lib/input-method";
import { findDateProblem, type Part, parts } from "./date-problem";
import { boxClass, type FieldTexts, GroupFrame } from "./field-frame";
import { typedText } from "./typed-text";

interface DateFieldProps extends FieldTexts {
  /** `YYYY-MM-DD` once it is complete; before, the typed parts with dashes between them, or empty. */
  value: string;
  onChange: (value: string) => void;
  /** The labels above the boxes. */
  partLabels: Record<Part, string>;
  /** True if the browser may fill in the person's own birthday. */
  isBirthday?: boolean;
}

type Boxes = Record<Part, string>;

export function DateField(props: DateFieldProps) {
  const { value, onChange, partLabels, isBirthday, error } = props;
  const [typed, setTyped] = useState<Boxes>(() => boxesOf(value));
  // The boxes keep the typed text, unless other code changed the value.
  const boxes = dateOf(typed) === value ? typed : boxesOf(value);
  const inputs = useRef<Partial<Record<Part, HTMLInputElement | null>>>({});
  // An error such as "too young" is about the whole date.
  const wrongPart = findDateProblem(value)?.part;
  const errorOf = (part: Part) =>
    wrongPart === undefined || wrongPart === part ? error : undefined;

  const change = (next: Boxes) => {
    setTyped(next);
    onChange(dateOf(next));
  };
  /** Fills all boxes with a whole date. Returns whether the text is one. */
  const fill = (text: string): boolean => {
    const whole = findDate(text);
    if (!whole) return false;
    change(whole);
    inputs.current.day?.focus();
    return true;
  };
  const edit = (part: Part, event: ChangeEvent<HTMLInputElement>) => {
    const text = typedText(event);
    const isLonger = text.length > boxes[part].length;
    // Another text in the box would end the composition, and write its digits twice.
    const isOpen = isComposed(event.nativeEvent);
    // A keyboard's suggestion and autofill insert a whole date without a paste event.
    if (isLonger && !isOpen && fill(text)) return;
    change({ ...boxes, [part]: text });
    const next = parts[parts.indexOf(part) + 1];
    const isAtEnd = isLonger && !isOpen && isComplete(part, text);
    if (next && boxes[next] === "" && isAtEnd && hasTouchKeyboard()) inputs.current[next]?.focus();
  };
  /** Backspace in an empty box goes back to the box before it. */
  const goBack = (part: Part, event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Backspace" || boxes[part] !== "") return;
    const before = parts[parts.indexOf(part) - 1];
    if (!before) return;
    event.preventDefault();
    inputs.current[before]?.focus();
  };
  const paste = (event: ClipboardEvent) => {
    if (fill(event.clipboardData.getData("text"))) event.preventDefault();
  };
  return (
    <GroupFrame {...props}>
      <div className="flex flex-wrap gap-2">
        {parts.map((part) => (
          <label
            key={part}
            // At least as wide as its digits, however large the text is.
            className={`flex flex-1 flex-col gap-1 ${part === "year" ? "max-w-24 basis-[calc(4ch+1rem)]" : "max-w-18 basis-[calc(2ch+1rem)]"}`}
          >
            <span className="text-sm text-muted">{partLabels[part]}</span>
            <input
              ref={(input) => {
                inputs.current[part] = input;
              }}
              className={`${boxClass(errorOf(part))} px-1.5! text-center tabular-nums`}
              type="text"
              inputMode="numeric"
              autoComplete={isBirthday ? `bday-${part}` : "off"}
              enterKeyHint="next"
              dir="ltr"
              value={boxes[part]}
              aria-invalid={errorOf(part) ? true : undefined}
              aria-describedby={errorOf(part) ? `${props.id}-error` : undefined}
              onPaste={paste}
              onChange={(event) => edit(part, event)}
              onCompositionEnd={(event) => fill(event.currentTarget.value)}
              onKeyDown={(event) => goBack(part, event)}
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
  const [year, month, day = ""] = parts.map((part) => foldDigits(boxes[part]));
  if (!(year || month || day)) return "";
  // The word for the day is typed after the digits have moved to the last box.
  return `${year}-${twoDigits(month)}-${twoDigits(day.replace(dayWord, ""))}`;
}

/** On a hardware keyboard people press Tab after each box, which would skip one after a move. */
function hasTouchKeyboard(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}

/** Returns whether no further digit can follow, so that the focus moves to the next box. */
function isComplete(part: Part, text: string): boolean {
  const digits = foldDigits(text);
  return part === "year" ? /^\d{4}$/.test(digits) : /^(\d\d|[2-9])$/.test(digits);
}

/** Eight digits, or three numbers that the person separated; U+5E74, U+6708 and U+65E5 are year, month and day. */
const wholeDates = [
  /^(\d{4})(\d\d)(\d\d)$/,
  /^(\d{4})[\s/.\u5e74\p{Pd}]+(\d{1,2})[\s/.\u6708\p{Pd}]+(\d{1,2})\s*\u65e5?$/u,
];
const dayWord = /\s*\u65e5$/;

/** Finds a complete date in a text. Half a date could be read in several ways: `199412` is a month, or two of them. */
function findDate(text: string): Boxes | null {
  const digits = foldDigits(text);
  const found = wholeDates.map((form) => form.exec(digits)).find((match) => match !== null);
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
