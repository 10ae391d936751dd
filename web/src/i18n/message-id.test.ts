import { expect, it } from "vitest";
import { activate, loadNamespaces } from "./load";
import { hasText, text } from "./use-text";

// The type checker holds the first test: it reports a line that compiles although it must not.
it("lets only ids of messages compile", async () => {
  await activate("en");
  await loadNamespaces("vocabulary");
  const word: string = "JP";
  const type = "AGE" as "AGE" | "SIZE";
  const texts = [
    text("shell.retry"),
    text(`vocabulary.country.${word}`),
    // @ts-expect-error: no message has this id.
    text("shell.rtery"),
    // @ts-expect-error: no message begins like this.
    text(`vocabulery.country.${word}`),
    // @ts-expect-error: one of the two ids has no message.
    text(`vocabulary.condition.${type}`),
  ];
  expect(texts.slice(0, 3)).toEqual(["Try again", "Japan", "shell.rtery"]);
});

it("knows which ids have a message", () => {
  expect(hasText("shell.retry")).toBe(true);
  expect(hasText("shell.rtery")).toBe(false);
});
