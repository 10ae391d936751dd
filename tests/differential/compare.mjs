/**
 * Compares the WebAssembly with the output of `enmusubi-differential`, line by line:
 *
 *     enmusubi-differential N SEED | node tests/differential/compare.mjs N [--self-test]
 *
 * With `--self-test` it alters each expectation in turn, and fails if an alteration goes unnoticed.
 * The last line has cargo's format, so that a script which counts tests can count this one.
 */

import * as core from "../../wasm/pkg/enmusubi_wasm.node.js";
import { compareDocument, readLine } from "./compare-document.mjs";
import { alterations, nKinds } from "./self-test.mjs";
import { Tally } from "./tally.mjs";

const nRequested = Number(process.argv[2]);
const isSelfTest = process.argv.includes("--self-test");
const lines = readLines(process.stdin);
const [nAnnounced, seed] = ((await lines.next()).value ?? "").split("\t").map(Number);

const name = isSelfTest ? "an_altered_expectation_is_a_difference" : "native_and_wasm_agree";
const passed = isSelfTest ? await noticeAll() : await compareAll();
console.log(`test ${name} ... ${passed ? "ok" : "FAILED"}`);
console.log(`test result: ${passed ? "ok. 1 passed; 0" : "FAILED. 0 passed; 1"} failed; 0 ignored`);
process.exitCode = passed ? 0 : 1;

async function compareAll() {
  const tally = new Tally();
  for await (const line of lines) tally.add(compareDocument(core, readLine(line)));
  tally.print(seed);
  return tally.nDifferences === 0 && isWhole(tally.nPayloads);
}

/** Returns whether all documents answer as expected, and every altered expectation is noticed. */
async function noticeAll() {
  const kinds = new Map();
  let nUnnoticed = 0;
  let nPayloads = 0;
  for await (const line of lines) {
    nPayloads += 1;
    const expected = readLine(line);
    if (compareDocument(core, expected).differences.length > 0) nUnnoticed += 1;
    for (const [kind, altered] of alterations(expected)) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      const { differences, asObject } = compareDocument(core, altered);
      if (differences.length === (asObject ? 2 : 1)) continue;
      nUnnoticed += 1;
      console.log(`not noticed: ${kind} in ${line}`);
    }
  }
  const counts = [...kinds].map(([kind, count]) => `${count} ${kind}`);
  console.log(`altered ${nPayloads} expectations: ${counts.join(", ")}; ${nUnnoticed} unnoticed`);
  return nUnnoticed === 0 && kinds.size === nKinds && isWhole(nPayloads);
}

/** Returns whether as many payloads arrived as were requested. */
function isWhole(nPayloads) {
  if (nPayloads === nRequested && nAnnounced === nRequested) return true;
  console.log(
    `${nRequested} payloads were requested, ${nAnnounced} announced, and ${nPayloads} came`,
  );
  return false;
}

/** Yields the lines of a stream as fast as the caller takes them. A line ends only at a line feed. */
async function* readLines(stream) {
  let rest = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    const pieces = (rest + chunk).split("\n");
    rest = pieces.pop();
    yield* pieces;
  }
  if (rest !== "") yield rest;
}
