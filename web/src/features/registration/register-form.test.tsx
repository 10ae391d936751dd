import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { completeDraft } from "./form/testing";
import {
  box,
  fillFirstPage,
  heading,
  openForm,
  press,
  querySummary,
  setForm,
  summary,
  type,
} from "./register-form.testing";

setForm();

test("a page with an error cannot be left, and says so in summary and field with the same words", async () => {
  await openForm();
  press("Continue");
  expect(heading()).toBe("Who you are");
  const links = within(await summary()).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    "Enter your nickname",
    "Enter your full name",
    "Choose your gender",
    "Enter your birthday",
  ]);
  const nickname = screen.getByLabelText(/^Nickname/);
  expect(nickname.getAttribute("aria-invalid")).toBe("true");
  expect(nickname).toHaveProperty("id", "field-nickname");
  expect(document.getElementById("field-nickname-error")?.textContent).toBe("Enter your nickname");
  expect(nickname.getAttribute("aria-describedby")).toContain("field-nickname-error");
  await waitFor(async () => expect(document.activeElement).toBe(await summary()));
});

test("a link of the summary leads to its field", async () => {
  await openForm();
  press("Continue");
  fireEvent.click(within(await summary()).getByText("Enter your full name"));
  expect(document.activeElement).toBe(screen.getByLabelText(/^Full name/));
});

test("after the first error a message goes as soon as it is mended", async () => {
  await openForm();
  press("Continue");
  await summary();
  type(/^Nickname/, "Ming");
  expect(screen.queryByText("Enter your nickname")).toBeNull();
});

test("what is wrong anew is said once the field is left, not while it is typed", async () => {
  await openForm();
  press("Continue");
  await summary();
  type(/^Nickname/, "x".repeat(21));
  const message = "Nickname: use 1 to 20 characters";
  expect(screen.queryByText(message)).toBeNull();
  fireEvent.blur(box(/^Nickname/));
  expect(await screen.findAllByText(message)).toHaveLength(2);
  type(/^Nickname/, "x".repeat(20));
  expect(screen.queryByText(message)).toBeNull();
});

test("the title of the document says when there is an error, and which page it is", async () => {
  await openForm();
  expect(document.title).toBe("Who you are – Enmusubi");
  press("Continue");
  await summary();
  expect(document.title).toBe("Error: Who you are – Enmusubi");
  fillFirstPage();
  expect(document.title).toBe("Who you are – Enmusubi");
  press("Continue");
  expect(document.title).toBe("Looks and life – Enmusubi");
});

test("the progress is told in words", async () => {
  await openForm({ page: "work" });
  const bar = screen.getByRole("progressbar", { name: "Progress of the form" });
  expect(bar.getAttribute("aria-valuetext")).toBe("Step 3 of 10: Work and education");
});

test("nothing is found wrong before Continue, nor on other pages", async () => {
  await openForm();
  type(/^Nickname/, "x".repeat(30));
  expect(querySummary()).toBeNull();
  fillFirstPage();
  press("Continue");
  expect(heading()).toBe("Looks and life");
  expect(querySummary()).toBeNull();
});

test("Back keeps what was typed, wrong or not", async () => {
  await openForm({ page: "life" });
  type(/^Height/, "tall");
  press("Back");
  expect(heading()).toBe("Who you are");
  fillFirstPage();
  press("Continue");
  expect(screen.getByLabelText(/^Height/)).toHaveProperty("value", "tall");
});

test("a condition asks only once it is switched on, and its bounds are checked", async () => {
  await openForm({ page: "partner", draft: completeDraft });
  expect(screen.queryByRole("textbox", { name: "Age: from" })).toBeNull();
  fireEvent.click(screen.getByRole("switch", { name: "Age" }));
  type(/^Age: from/, "40");
  type(/^Age: to/, "30");
  press("Continue");
  expect(heading()).toBe("Who you look for");
  const message = "Age: the upper bound must not be below the lower one";
  expect(within(await summary()).getByText(message)).toBeDefined();
  expect(box("Age: to").getAttribute("aria-invalid")).toBe("true");
  fireEvent.click(screen.getByRole("switch", { name: "Age" }));
  press("Continue");
  expect(heading()).toBe("Verification");
});
