import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { TextArea } from "./text-area";
import { TextField } from "./text-field";

const boxes = {
  TextField: ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
    <TextField id="box" label="Box" value={value} onChange={onChange} />
  ),
  TextArea: ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
    <TextArea id="box" label="Box" value={value} onChange={onChange} />
  ),
};
type Name = keyof typeof boxes;

function Held({ name }: { name: Name }) {
  const [value, setValue] = useState("");
  const Box = boxes[name];
  return (
    <>
      <Box value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

const box = () => screen.getByLabelText<HTMLInputElement | HTMLTextAreaElement>("Box");

describe.each(Object.keys(boxes) as Name[])("a %s", (name) => {
  it.each([
    ["\u202a0912-345-678\u202c", "0912-345-678"],
    ["週六\t下午三點", "週六 下午三點"],
    ["Mi\u0000ng\u202e", "Ming"],
    ["\u2066小美\u2069", "小美"],
    ["小美\u0085\u007f", "小美"],
    ["小美\uD83E", "小美"],
    ["👩‍👩‍👧 ok", "👩‍👩‍👧 ok"],
    ["مريم", "مريم"],
    ["می‌خواهم", "می‌خواهم"],
    ["\u200f", "\u200f"],
  ])("has %j as %j", (typed, text) => {
    render(<Held name={name} />);
    fireEvent.change(box(), { target: { value: typed } });
    expect(box().value).toBe(text);
    expect(screen.getByRole("status").textContent).toBe(text);
  });

  it("keeps the caret behind what was pasted", () => {
    render(<Held name={name} />);
    fireEvent.change(box(), { target: { value: "call  now" } });
    const pasted = "call \u202a0912\u202c now";
    const caret = pasted.indexOf(" now");
    fireEvent.change(box(), {
      target: { value: pasted, selectionStart: caret, selectionEnd: caret },
    });
    expect(box().value).toBe("call 0912 now");
    expect(box().selectionStart).toBe("call 0912".length);
  });
});

it("keeps the lines of a text area", () => {
  render(<Held name="TextArea" />);
  fireEvent.change(box(), { target: { value: "first\nsecond\u0007" } });
  expect(box().value).toBe("first\nsecond");
});

const sources = import.meta.glob<string>(["../../**/*.tsx", "!../../**/*.test*.tsx"], {
  query: "?raw",
  import: "default",
  eager: true,
});
/** The inputs into which no person types a text. */
const other = /type="(checkbox|radio|range|file|date)"/;

it("is what every text box of the app uses", () => {
  const all = Object.entries(sources).flatMap(([path, source]) =>
    (source.match(/<(input|textarea)\s[\s\S]*?\/>/g) ?? []).map((tag) => ({ path, tag })),
  );
  const texts = all.filter(({ tag }) => !other.test(tag));
  expect(texts.length).toBeGreaterThan(8);
  expect(texts.filter(({ tag }) => !/typedText\(|edit\(part, event\)/.test(tag))).toEqual([]);
});
