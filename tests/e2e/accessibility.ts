/** The findings of axe on a page, in words that are short enough for a failed test. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { waitForAnimations } from "./browser";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

interface AxeResults {
  violations: {
    id: string;
    help: string;
    nodes: { target: unknown[]; failureSummary?: string }[];
  }[];
}

const schemes = ["light", "dark"] as const;

/** Shows the page in each colour scheme, and looks at it when its colours have changed. */
export async function inEachScheme(
  page: Page,
  look: (scheme: (typeof schemes)[number]) => Promise<void>,
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await waitForAnimations(page.locator("html"));
    await look(colorScheme);
  }
}

/**
 * Returns what axe finds. Axe judges the colours of the moment, so that words which are still fading in
 * have too little contrast. While axe looks, the page believes that the person wants less motion: all
 * words appear at once.
 */
export async function findViolations(page: Page): Promise<string[]> {
  // On a slow machine, the data of a page may come later than what the test has waited for. Its title comes with them.
  await page.locator("h1").first().waitFor({ state: "attached" });
  // The content security policy of the page forbids another script, so Playwright evaluates the text.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  await page.emulateMedia({ reducedMotion: "reduce" });
  // The setting shortens running animations. A running transition keeps the length with which it started.
  await waitForAnimations(page.locator("html"));
  const results = await page.evaluate(() => {
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<AxeResults> } };
    return axe.run();
  });
  await page.emulateMedia({ reducedMotion: null });
  return results.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${violation.help} at ${node.target.join(" ")}`),
  );
}
