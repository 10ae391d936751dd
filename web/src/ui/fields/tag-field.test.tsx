import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { TagField } from "./tag-field";

afterEach(cleanup);

const tags = [
  { id: 1, label: "Tea" },
  { id: 2, label: "Films" },
];
const chip = (name: string) => screen.getByRole("checkbox", { name });

test("at the limit another chip is not chosen, and its description says why", () => {
  const onChange = vi.fn();
  const texts = { id: "field-hobbies", label: "Hobbies", counter: "1 of 1, take one away" };
  render(<TagField {...texts} tags={tags} value={[1]} isFull onChange={onChange} />);
  expect(chip("Films").getAttribute("aria-disabled")).toBe("true");
  const reason = document.getElementById(chip("Films").getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toBe("1 of 1, take one away");
  fireEvent.click(chip("Films"));
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.click(chip("Tea"));
  expect(onChange).toHaveBeenCalledWith([]);
});
