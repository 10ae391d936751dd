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

test.each(["1994-02-28", "1994/2/28", "1994年2月28日", "１９９４．０２．２８", "19940228"])(
  "%s is pasted into all boxes at once",
  (text) => {
    render(<Held />);
    fireEvent.paste(box("Month"), { clipboardData: { getData: () => text } });
    expect(onChange).toHaveBeenLastCalledWith("1994-02-28");
  },
);

test("a whole date that the keyboard inserts fills all boxes", () => {
  render(<Held />);
  type("Year", "1994/2/28");
  expect(onChange).toHaveBeenLastCalledWith("1994-02-28");
  expect(document.activeElement).toBe(box("Day"));
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
