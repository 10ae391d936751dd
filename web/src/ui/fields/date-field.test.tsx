import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { DateField } from "./date-field";

afterEach(cleanup);

const onChange = vi.fn();

function Held({ start = "" }: { start?: string }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <DateField
        id="field-birthday"
        label="Birthday"
        partLabels={{ year: "Year", month: "Month", day: "Day" }}
        isBirthday
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

test("three boxes make one date, and each keeps what was typed in it", () => {
  render(<Held />);
  type("Year", "1994");
  expect(onChange).toHaveBeenLastCalledWith("1994--");
  type("Month", "2");
  type("Day", "8");
  expect(onChange).toHaveBeenLastCalledWith("1994-02-08");
  expect(shown()).toEqual(["1994", "2", "8"]);
});

test("wide digits are folded in the date and kept in the box", () => {
  render(<Held />);
  type("Year", "１９９４");
  type("Month", "１２");
  type("Day", "３");
  expect(onChange).toHaveBeenLastCalledWith("1994-12-03");
  expect(box("Year").value).toBe("１９９４");
});

test("what is no number is kept for the rules to judge", () => {
  render(<Held />);
  type("Year", "83年");
  expect(onChange).toHaveBeenLastCalledWith("83年--");
  expect(box("Year").value).toBe("83年");
});

test("a half-typed date is there again after a reload", () => {
  render(<Held start="1994-02-" />);
  expect(shown()).toEqual(["1994", "02", ""]);
});

test("with every box empty there is no date", () => {
  render(<Held start="1994--" />);
  type("Year", "");
  expect(onChange).toHaveBeenLastCalledWith("");
});

test("a value changed by somebody else is shown", () => {
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

test("the browser may offer the birthday, part by part", () => {
  render(<Held />);
  const offers = ["Year", "Month", "Day"].map((name) => box(name).autocomplete);
  expect(offers).toEqual(["bday-year", "bday-month", "bday-day"]);
});
