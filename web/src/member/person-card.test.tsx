import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PersonCard } from "./person-card";

const photoOf = (number: number) => ({ src: `/${number}.jpg`, alt: `Photo ${number}` });

function show(photoCount: number): string[] {
  const photos = Array.from({ length: photoCount }, (_, index) => photoOf(index + 1));
  const person = { title: "Mei, 32", photos, facts: [], texts: [], tags: [] };
  render(<PersonCard person={person} />);
  const parts = screen.getByRole("article").querySelectorAll("img, h3");
  return Array.from(parts, (part) => part.getAttribute("alt") ?? part.textContent ?? "");
}

test("the name stands between the main photo and the others", () => {
  expect(show(3)).toEqual(["Photo 1", "Mei, 32", "Photo 2", "Photo 3"]);
});

test("a card with one photo has no list of others", () => {
  expect(show(1)).toEqual(["Photo 1", "Mei, 32"]);
  expect(screen.queryByRole("img", { name: "Photo 2" })).toBeNull();
});
