import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { oldestBrowsers } from "../../vite/browsers";

const script = readFileSync(`${import.meta.dirname}/../../public/start.js`, "utf8");

it("has no word that an old browser does not know: it would say nothing there", () => {
  const code = script.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").replaceAll(/"[^"]*"/g, '""');
  expect(code).toContain("function isOld()");
  expect(code).not.toMatch(/=>|`|\?\.|\?\?|\.\.\.|\b(let|const|class|async|await|of)\b|,\s*\)/);
});

it("takes the first versions with container queries for the oldest in which the app runs", () => {
  expect(script).toContain('CSS.supports("container-type", "inline-size")');
  expect(oldestBrowsers).toEqual(["ios16.0", "safari16.0", "chrome105"]);
});
