import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { TagField } from "./tag-field";

const tags = [
  { id: 1, label: "Tea" },
  { id: 2, label: "Films" },
];
const chip = (name: string) => screen.getByRole("checkbox", { name });

test("at the limit another chip is not chosen, and its description says why", () => {
  const onChange = vi.fn();
  const texts = {
    id: "field-hobbies",
    label: "Hobbies",
    counter: "1 of 1",
    fullText: "Take one away first",
  };
  render(<TagField {...texts} tags={tags} value={[1]} isFull onChange={onChange} />);
  expect(chip("Films").getAttribute("aria-disabled")).toBe("true");
  const reason = document.getElementById(chip("Films").getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toBe("Take one away first");
  fireEvent.click(chip("Films"));
  expect(onChange).not.toHaveBeenCalled();
  // The explanation follows the tapped chip.
  const explanation = screen.getByRole("status");
  expect(explanation.textContent).toBe("Take one away first");
  expect(explanation.previousElementSibling).toBe(chip("Films").closest("label"));
  fireEvent.click(chip("Tea"));
  expect(onChange).toHaveBeenCalledWith([]);
  expect(screen.queryByRole("status")).toBeNull();
});

test("the counter stands beside the heading and is no part of the group's name", () => {
  const texts = { id: "field-hobbies", label: "Hobbies", counter: "0 of 10 chosen" };
  render(<TagField {...texts} tags={tags} value={[]} onChange={() => undefined} />);
  const group = screen.getByRole("group", { name: "Hobbies" });
  expect(group.querySelector("legend")?.nextElementSibling?.textContent).toBe("0 of 10 chosen");
});
