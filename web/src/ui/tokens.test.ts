/** Computes contrast and hue from tokens.css, in both colour schemes. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

type Colors = Record<string, string>;

const source = readFileSync(resolve(import.meta.dirname, "tokens.css"), "utf8");
const [lightSource = "", darkSource = ""] = source.split("@media (prefers-color-scheme: dark)");
const light = readColors(lightSource);
const dark = { ...light, ...readColors(darkSource) };

/** Text and the grounds that some component draws it on. */
const texts: Record<string, string[]> = {
  ink: ["bg", "surface", "sunken", "accent-soft", "danger-soft", "ok-soft"],
  muted: ["bg", "surface", "sunken", "accent-soft", "danger-soft", "ok-soft"],
  accent: ["bg", "surface", "sunken", "accent-soft", "danger-soft", "ok-soft"],
  danger: ["bg", "surface", "sunken", "danger-soft"],
  ok: ["bg", "surface", "ok-soft"],
  "on-accent": ["accent", "accent-strong"],
  "on-danger": ["danger", "danger-strong"],
  bg: ["ink", "ok"],
  logo: ["paper"],
};

/** Borders, fills and rings without which a control could not be seen, and what is around them. */
const controls: Record<string, string[]> = {
  control: ["bg", "surface", "sunken"],
  accent: ["bg", "surface", "sunken", "line", "accent-soft"],
  danger: ["bg", "surface", "danger-soft"],
  ok: ["bg", "surface", "ok-soft"],
  focus: ["bg", "surface", "sunken", "accent-soft"],
};

describe.each([
  ["light", light],
  ["dark", dark],
])("in the %s scheme", (_, colors) => {
  it.each(pairsOf(texts))("the text %s on %s has a contrast of 4.5 at least", (front, back) => {
    expect(contrast(get(colors, front), get(colors, back))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairsOf(controls))("the control %s on %s has a contrast of 3 at least", (front, back) => {
    expect(contrast(get(colors, front), get(colors, back))).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ["accent", "danger"],
    ["accent-strong", "danger-strong"],
    ["accent-soft", "danger-soft"],
    ["ok", "danger"],
  ])("the hues of %s and %s are 40 degrees apart at least", (one, other) => {
    const difference = Math.abs(hue(get(colors, one)) - hue(get(colors, other)));
    expect(Math.min(difference, 360 - difference)).toBeGreaterThanOrEqual(40);
  });
});

function readColors(css: string): Colors {
  const found = css.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6})\b/g);
  return Object.fromEntries(Array.from(found, ([, name, value]) => [name, value]));
}

function pairsOf(table: Record<string, string[]>): [string, string][] {
  return Object.entries(table).flatMap(([front, backs]) =>
    backs.map((back): [string, string] => [front, back]),
  );
}

function get(colors: Colors, name: string): string {
  const color = colors[name];
  if (!color) throw new Error(`tokens.css has no colour "${name}"`);
  return color;
}

/** Returns red, green and blue as light, from 0 to 1 (the transfer function of sRGB). */
function linear(color: string): [number, number, number] {
  const channel = (start: number) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** Returns the contrast ratio of WCAG 2. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = linear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the hue in Oklch, in degrees: equal steps of it look about equally different. */
function hue(color: string): number {
  const [red, green, blue] = linear(color);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}
