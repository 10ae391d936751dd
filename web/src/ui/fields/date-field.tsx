/**
 * A date that the person knows by heart, typed into three boxes with the numeric keyboard.
 *
 * The device's own picker is made for days close to today. iOS shows three wheels with decades to scroll, and
 * Android shows a calendar whose year hides behind a small heading. Both show an empty date as `mm/dd/yyyy` in
 * the device's language instead of the page's. Typing eight digits takes one thumb and a few seconds. People in
 * Taiwan and Japan write year, month and day in this order, and the labels show the order to a reader of
 * English.
 */
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { isComposed } from "#/lib/input-method";
import { findDateProblem, type Part, parts } from "./date-problem";
import { boxClass, type FieldTexts, GroupFrame } from "./field-frame";
import { typedText } from "./typed-text";

interface DateFieldProps extends FieldTexts {
  /** `YYYY-MM-DD` for a complete date. Before that, the typed parts with dashes between them, or empty. */
  value: string;
  onChange: (value: string) => void;
  partLabels: Record<Part, string>;
  /** True for the person's own birthday, which the browser may fill in. */
  isBirthday?: boolean;
}

type Boxes = Record<Part, string>;

export function DateField(props: DateFieldProps) {
  const { value, onChange, partLabels, isBirthday, error } = props;
  const [typed, setTyped] = useState<Boxes>(() => boxesOf(value));
  // The boxes show the typed text, unless other code has changed the value.
  const boxes = dateOf(typed) === value ? typed : boxesOf(value);
  const inputs = useRef<Partial<Record<Part, HTMLInputElement | null>>>({});
  // If the error is about the whole date, such as "too young", all boxes show the error.
  const wrongPart = findDateProblem(value)?.part;
  const errorOf = (part: Part) =>
    wrongPart === undefined || wrongPart === part ? error : undefined;

  const change = (next: Boxes) => {
    setTyped(next);
    onChange(dateOf(next));
  };
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
    // While an input method composes the text, filling the boxes would end the composition and write its digits twice.
    const isOpen = isComposed(event.nativeEvent);
    // Autofill and a keyboard's suggestion insert a whole date without a paste event.
    if (isLonger && !isOpen && fill(text)) return;
    change({ ...boxes, [part]: text });
    const next = parts[parts.indexOf(part) + 1];
    const isAtEnd = isLonger && !isOpen && isComplete(part, text);
    if (next && boxes[next] === "" && isAtEnd && hasTouchKeyboard()) inputs.current[next]?.focus();
  };
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
            // Each box is at least as wide as its digits, however large the text is.
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
  // Drop the word for "day", which a person may type after the date while the focus is in the last box.
  return `${year}-${twoDigits(month)}-${twoDigits(day.replace(dayWord, ""))}`;
}

/**
 * Returns true if the focus may move to the next box by itself. People with a hardware keyboard press Tab after each
 * part, so their focus would skip a box.
 */
function hasTouchKeyboard(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}

/** Returns true if no further digit can follow in this box. */
function isComplete(part: Part, text: string): boolean {
  const digits = foldDigits(text);
  return part === "year" ? /^\d{4}$/.test(digits) : /^(\d\d|[2-9])$/.test(digits);
}

/** The forms of a whole date. U+5E74, U+6708 and U+65E5 are the words for year, month and day. */
const wholeDates = [
  /^(\d{4})(\d\d)(\d\d)$/,
  /^(\d{4})[\s/.\u5e74\p{Pd}]+(\d{1,2})[\s/.\u6708\p{Pd}]+(\d{1,2})\s*\u65e5?$/u,
];
const dayWord = /\s*\u65e5$/;

/** Finds a whole date in a text, or returns null. Ignores `199412`, which may be December 1994 or 2 January 1994. */
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
