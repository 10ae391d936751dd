/** The times of the native core, beside serde_json, validator and garde on the same bytes. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { output } from "./bundle";
import { valid as allValid, allWrong, eightWrong } from "./documents";
import { digits, layOut } from "./table";

/** A line of the program's output. */
type Row = { document: string; contender: string; nanoseconds: number; bytes: number };

/** The number of slowest documents to print. */
const shownWorst = 3;

/** Runs the program on the documents of the table. */
export async function timeNative(program: string, isQuick: boolean): Promise<Row[]> {
  const file = join(output, "documents.json");
  const documents = { "all valid": allValid, "eight wrong": eightWrong, "all wrong": allWrong };
  const texts = Object.entries(documents).map(([name, value]) => [name, JSON.stringify(value)]);
  await writeFile(file, JSON.stringify(Object.fromEntries(texts)));
  const { stdout } = await promisify(execFile)(program, isQuick ? [file, "quick"] : [file]);
  return JSON.parse(stdout);
}

/** Returns a table of times and throughput, and of the time per byte of the slowest documents. */
export function nativeLines(rows: Row[]): string[] {
  const head = ["", "µs", "a second", "MB/s", "of serde_json"];
  const timed = rows.filter(({ contender }) => contender !== "worst");
  const table = timed.map((row) => {
    const { document, contender, nanoseconds, bytes } = row;
    const serde = rows.find((other) => other.document === document && isSerde(other));
    return [
      `native, ${bytes} bytes ${document}: ${contender}`,
      digits(nanoseconds / 1000),
      digits(1e9 / nanoseconds),
      digits((bytes * 1000) / nanoseconds),
      serde && !isSerde(row) ? `${(nanoseconds / serde.nanoseconds).toFixed(2)}×` : "",
    ];
  });
  const valid = timed.find(({ document }) => document === "all valid");
  const perByte = ({ nanoseconds, bytes }: Row) => nanoseconds / bytes;
  const worst = rows
    .filter(({ contender }) => contender === "worst")
    .sort((a, b) => perByte(b) - perByte(a))
    .slice(0, shownWorst)
    .map((row) => [
      `native, worst a byte: ${row.document}`,
      digits(row.nanoseconds / 1000),
      "",
      digits((row.bytes * 1000) / row.nanoseconds),
      valid ? `${(perByte(row) / perByte(valid)).toFixed(2)}× a valid byte` : "",
    ]);
  return [layOut([head, ...table, ...worst])];
}

function isSerde({ contender }: Row): boolean {
  return contender === "serde_json";
}
