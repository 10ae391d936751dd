/** Formats all measurements as a table: a line for each measurement, a column for each contender. */
import type { Bytes } from "./bundle";
import type { Cold } from "./chromium";
import { type Name, names, titles } from "./contender";
import type { Timing } from "./warm";

/** A measurement, with the value of each contender by its title. */
export type Line = { measured: string; unit: string; values: Map<string, number> };

/** The core called with an object, as the form calls it. The others are compared with it. */
const ours = `${titles.core}, object`;
const rivals: string[] = names.slice(1).map((name) => titles[name]);
const columns = [ours, `${titles.core}, JSON text`, ...rivals];

const titleOf = (name: Name) => (name === "core" ? ours : titles[name]);

export function warmLines(place: string, timings: Timing[]): Line[] {
  return [...new Set(timings.map(({ document }) => document))].map((document) => ({
    measured: `warm, ${place}: ${document}`,
    unit: "µs",
    values: new Map(
      timings
        .filter((timing) => timing.document === document)
        .map(({ title, microseconds }) => [title, microseconds]),
    ),
  }));
}

export function bytesLines(bytes: Map<Name, Bytes>): Line[] {
  return (["raw", "gzip", "brotli"] as const).map((kind) => ({
    measured: `download: ${kind === "raw" ? "minified" : kind}`,
    unit: "kB",
    values: new Map([...bytes].map(([name, sizes]) => [titleOf(name), sizes[kind] / 1000])),
  }));
}

export function coldLines(cold: Cold[]): Line[] {
  return [...new Set(cold.map(({ network }) => network))].map((network) => ({
    measured: `cold, Chromium: ${network}`,
    unit: "ms",
    values: new Map(
      cold
        .filter((entry) => entry.network === network)
        .map(({ name, milliseconds }) => [titleOf(name), milliseconds]),
    ),
  }));
}

/** Formats three significant digits. */
export const digits = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** Returns a value, and the core's share of it. */
function cells({ values }: Line, title: string): string[] {
  const value = values.get(title);
  const core = values.get(ours);
  const text = value === undefined ? "–" : digits(value);
  if (!rivals.includes(title)) return [text];
  return [text, value && core ? `${(core / value).toFixed(2)}×` : ""];
}

/** Aligns the first column to the left and the others to the right. */
export function layOut(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => "─".repeat(width)).join("──"));
  return lines.join("\n");
}

export function table(lines: Line[]): string {
  const head = columns.flatMap((title) => (rivals.includes(title) ? [title, "ours"] : [title]));
  const rows = lines.map((line) => [
    `${line.measured}, ${line.unit}`,
    ...columns.flatMap((title) => cells(line, title)),
  ]);
  return layOut([["", ...head], ...rows]);
}
