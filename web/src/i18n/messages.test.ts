import { describe, expect, it } from "vitest";
import { languages } from "./languages";

const catalogues = import.meta.glob<{ default: Record<string, unknown> }>("./messages/*/*.json", {
  eager: true,
});

function idsOf(language: string): string[] {
  return Object.entries(catalogues)
    .filter(([path]) => path.includes(`/${language}/`))
    .flatMap(([, catalogue]) => Object.keys(catalogue.default))
    .sort();
}

describe("the message catalogues", () => {
  it.each(languages)("say everything in %s", (language) => {
    expect(idsOf("en").length).toBeGreaterThan(300);
    expect(idsOf(language)).toEqual(idsOf("en"));
  });
});
