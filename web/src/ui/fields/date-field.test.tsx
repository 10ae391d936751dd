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

test("the browser may fill in the birthday, part by part", () => {
  render(<Held />);
  const offers = ["Year", "Month", "Day"].map((name) => box(name).autocomplete);
  expect(offers).toEqual(["bday-year", "bday-month", "bday-day"]);
});
