import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { DateField } from "./date-field";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const setPointer = (kind: "coarse" | "fine") =>
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes(kind) }));

const onChange = vi.fn();

function Held({ start = "", error }: { start?: string; error?: string }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <DateField
        id="field-birthday"
        label="Birthday"
        partLabels={{ year: "Year", month: "Month", day: "Day" }}
        isBirthday
        error={error}
        value={value}
        onChange={(date) => {
          onChange(date);
          setValue(date);
        }}
      />
      <button type="button" onClick={() => setValue("")}>
        Clear
      </button>
    </>
  );
}

const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
const shown = () => ["Year", "Month", "Day"].map((name) => box(name).value);

test("three boxes make one date, and each keeps its typed text", () => {
  render(<Held />);
  type("Year", "1994");
  expect(onChange).toHaveBeenLastCalledWith("1994--");
  type("Month", "2");
  type("Day", "8");
  expect(onChange).toHaveBeenLastCalledWith("1994-02-08");
  expect(shown()).toEqual(["1994", "2", "8"]);
});

test("full-width digits become ASCII in the date and stay in the box", () => {
  render(<Held />);
  type("Year", "１９９４");
  type("Month", "１２");
  type("Day", "３");
  expect(onChange).toHaveBeenLastCalledWith("1994-12-03");
  expect(box("Year").value).toBe("１９９４");
});

test("text that is no number stays in the value, and core's rules refuse it", () => {
  render(<Held />);
  type("Year", "83年");
  expect(onChange).toHaveBeenLastCalledWith("83年--");
  expect(box("Year").value).toBe("83年");
});

test("a half-typed date is restored after a reload", () => {
  render(<Held start="1994-02-" />);
  expect(shown()).toEqual(["1994", "02", ""]);
});

test("empty boxes make no date", () => {
  render(<Held start="1994--" />);
  type("Year", "");
  expect(onChange).toHaveBeenLastCalledWith("");
});

test("a value that other code changed is shown", () => {
  render(<Held start="1994-02-28" />);
  fireEvent.click(screen.getByText("Clear"));
  expect(shown()).toEqual(["", "", ""]);
});

/** Puts a text into the box of the year in each way that a keyboard has. */
const ways = {
  pasted: (text: string) => {
    const isLeft = fireEvent.paste(box("Year"), { clipboardData: { getData: () => text } });
    if (isLeft) type("Year", text);
  },
  inserted: (text: string) => type("Year", text),
  typed: (text: string) => {
    for (const character of text) {
      const { activeElement } = document;
      if (!(activeElement instanceof HTMLInputElement)) throw new Error("no box has the focus");
      fireEvent.change(activeElement, { target: { value: activeElement.value + character } });
    }
  },
  composed: (text: string) => {
    fireEvent.compositionStart(box("Year"));
    for (let end = 1; end <= text.length; end += 1) {
      const value = text.slice(0, end);
      fireEvent.input(box("Year"), { target: { value }, isComposing: true });
      expect(shown()).toEqual([value, "", ""]);
      expect(document.activeElement).toBe(box("Year"));
    }
    fireEvent.compositionEnd(box("Year"));
  },
};
const wayNames = Object.keys(ways) as (keyof typeof ways)[];

test.each(
  [
    "1994-12-28",
    "1994/12/28",
    "1994.12.28",
    "1994 12 28",
    "1994年12月28日",
    "1994 年 12 月 28 日",
    "１９９４．１２．２８",
    "１９９４年１２月２８日",
    "1994–12–28",
    "19941228",
    "１９９４１２２８",
  ].flatMap((text) => wayNames.map((way) => [text, way] as const)),
)("%s is a whole date, however it is %s", (text, way) => {
  setPointer("fine");
  render(<Held />);
  box("Year").focus();
  ways[way](text);
  expect(onChange).toHaveBeenLastCalledWith("1994-12-28");
  expect(document.activeElement).toBe(box("Day"));
});

/** A date that is typed on has moved to the last box before. */
const longer = ["19941228 19941228", "1994/12/28/"];

test.each(
  ["1994/12", "199412", "1994年12月", "1994-", "1994122", "94/12/28", "12/28/1994", "1994//12"]
    .concat(["民國83年12月28日", "1994-1228", ...longer])
    .flatMap((text) => wayNames.map((way) => [text, way] as const))
    .filter(([text, way]) => way !== "typed" || !longer.includes(text)),
)("%s is no date, however it is %s", (text, way) => {
  setPointer("fine");
  render(<Held />);
  box("Year").focus();
  ways[way](text);
  expect(shown()).toEqual([text, "", ""]);
});

test("on a hardware keyboard the focus waits for Tab", () => {
  setPointer("fine");
  render(<Held />);
  box("Year").focus();
  type("Year", "1994");
  expect(document.activeElement).toBe(box("Year"));
});

test("on a touch keyboard the focus moves on when no further digit can follow, and back with Backspace", () => {
  setPointer("coarse");
  render(<Held />);
  box("Year").focus();
  type("Year", "199");
  expect(document.activeElement).toBe(box("Year"));
  type("Year", "1994");
  expect(document.activeElement).toBe(box("Month"));
  type("Month", "1");
  expect(document.activeElement).toBe(box("Month"));
  type("Month", "12");
  expect(document.activeElement).toBe(box("Day"));
  fireEvent.keyDown(box("Day"), { key: "Backspace" });
  expect(document.activeElement).toBe(box("Month"));
});

test("the focus stays in a box that the person corrects", () => {
  setPointer("coarse");
  render(<Held start="1994-02-28" />);
  box("Year").focus();
  type("Year", "199");
  type("Year", "1995");
  type("Month", "3");
  expect(document.activeElement).toBe(box("Year"));
});

test.each([
  ["1994-02-", ["Day"]],
  ["1994-13-01", ["Month"]],
  ["94-02-28", ["Year"]],
  ["2030-01-01", ["Year", "Month", "Day"]],
])("an error of %s marks only the wrong part", (start, marked) => {
  render(<Held start={start} error="Wrong" />);
  const isMarked = (name: string) => box(name).getAttribute("aria-invalid") === "true";
  expect(["Year", "Month", "Day"].filter(isMarked)).toEqual(marked);
});

test("the browser may fill in the birthday, part by part", () => {
  render(<Held />);
  const offers = ["Year", "Month", "Day"].map((name) => box(name).autocomplete);
  expect(offers).toEqual(["bday-year", "bday-month", "bday-day"]);
});
