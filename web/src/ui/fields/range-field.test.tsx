import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { RangeField } from "./range-field";

function Held({ from = "", to = "", unit }: { from?: string; to?: string; unit?: string }) {
  const [low, setLow] = useState(from);
  const [high, setHigh] = useState(to);
  return (
    <RangeField
      from={{ id: "from", label: "From", value: low, onChange: setLow }}
      to={{ id: "to", label: "To", value: high, onChange: setHigh }}
      scale={[18, 19, 20, 21, 22]}
      textOf={(years) => `${years} years`}
      textBetween={(low, high) => `${low} to ${high}`}
      anyText="Any"
      unit={unit}
    />
  );
}

const thumb = (name: string) => screen.getByRole<HTMLInputElement>("slider", { name });
const move = (name: string, value: number) =>
  fireEvent.change(thumb(name), { target: { value: String(value) } });
const told = () => ["From", "To"].map((name) => thumb(name).getAttribute("aria-valuetext"));

test("both bounds are open at first, and say so", () => {
  render(<Held unit="years" />);
  expect(told()).toEqual(["Any", "Any"]);
  expect([thumb("From").value, thumb("To").value]).toEqual(["0", "6"]);
});

test("a thumb and its box show the same number", () => {
  render(<Held unit="years" />);
  move("From", 2);
  expect(screen.getByRole("textbox", { name: "From" })).toHaveProperty("value", "19");
  fireEvent.change(screen.getByRole("textbox", { name: "To" }), { target: { value: "２１" } });
  expect(told()).toEqual(["19 years", "21 years"]);
});

test("a thumb cannot pass the other one, and is open only at its own end", () => {
  render(<Held from="19" to="21" unit="years" />);
  move("From", 6);
  expect(told()).toEqual(["21 years", "21 years"]);
  move("To", 0);
  expect(told()).toEqual(["21 years", "21 years"]);
  move("From", 0);
  move("To", 6);
  expect(told()).toEqual(["Any", "Any"]);
  move("From", 6);
  expect(told()).toEqual(["22 years", "Any"]);
});

test("a number between two stops or beyond the last has a position on the track", () => {
  render(<Held from="5" to="99" unit="years" />);
  expect([thumb("From").value, thumb("To").value]).toEqual(["1", "5"]);
});

test("without boxes the words of both bounds stand above the track", () => {
  render(<Held from="19" />);
  expect(screen.getByText("19 years to Any")).toBeDefined();
});

test("without boxes a link in the error summary leads to the thumbs", () => {
  render(<Held />);
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(thumb("From").id).toBe("from");
});
