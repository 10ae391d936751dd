/**
 * Holds the WebAssembly against what `enmusubi-differential` writes, line by line:
 *
 *     enmusubi-differential N SEED | node tests/differential/compare.mjs N [--self-test]
 *
 * With `--self-test` every expectation is altered in turn, and one that goes unnoticed is the failure.
 * The last line is as cargo's, so that whoever counts tests can count this one.
 */
import { startCore } from "./core.mjs";
import { judge, readLine } from "./judge.mjs";
import { alterations, nKinds } from "./self-test.mjs";
import { Tally } from "./tally.mjs";

const nWanted = Number(process.argv[2]);
const isSelfTest = process.argv.includes("--self-test");
const core = await startCore();
const lines = readLines(process.stdin);
const [nPromised, seed] = ((await lines.next()).value ?? "").split("\t").map(Number);

const name = isSelfTest ? "an_altered_expectation_is_a_difference" : "native_and_wasm_agree";
const passed = isSelfTest ? await noticeAll() : await compareAll();
console.log(`test ${name} ... ${passed ? "ok" : "FAILED"}`);
console.log(`test result: ${passed ? "ok. 1 passed; 0" : "FAILED. 0 passed; 1"} failed; 0 ignored`);
process.exitCode = passed ? 0 : 1;

async function compareAll() {
  const tally = new Tally();
  for await (const line of lines) tally.add(judge(core, readLine(line)));
  tally.print(seed);
  return tally.nDifferences === 0 && isWhole(tally.nPayloads);
}

/** Whether all documents answer as expected, and none as they should not. */
async function noticeAll() {
  const kinds = new Map();
  let nUnnoticed = 0;
  let nPayloads = 0;
  for await (const line of lines) {
    nPayloads += 1;
    const told = readLine(line);
    if (judge(core, told).differences.length > 0) nUnnoticed += 1;
    for (const [kind, altered] of alterations(told)) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      const { differences, asObject } = judge(core, altered);
      if (differences.length === (asObject ? 2 : 1)) continue;
      nUnnoticed += 1;
      console.log(`not noticed: ${kind} in ${line}`);
    }
  }
  const counts = [...kinds].map(([kind, count]) => `${count} ${kind}`);
  console.log(`altered ${nPayloads} expectations: ${counts.join(", ")}; ${nUnnoticed} unnoticed`);
  return nUnnoticed === 0 && kinds.size === nKinds && isWhole(nPayloads);
}

/** Whether as many payloads came as were wanted. */
function isWhole(nPayloads) {
  if (nPayloads === nWanted && nPromised === nWanted) return true;
  console.log(`${nWanted} payloads were wanted, ${nPromised} announced, and ${nPayloads} came`);
  return false;
}

/** The lines of a stream, read as fast as they are taken. A line ends at a line feed and at nothing else. */
async function* readLines(stream) {
  let rest = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    const pieces = (rest + chunk).split("\n");
    rest = pieces.pop();
    yield* pieces;
  }
  if (rest !== "") yield rest;
}
