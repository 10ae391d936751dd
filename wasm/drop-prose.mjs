/**
 * Empties the functions that only write sentences about errors: `node drop-prose.mjs IN OUT`.
 *
 * Our errors are codes, so no caller reads the sentences that the standard library writes for panics
 * and for `Display`. A panic ends the call with a trap either way (panic = "abort"), so this program
 * makes the functions that lead to a panic trap at once, and makes formatting report success. wasm-opt
 * then drops the code that only they used.
 * `docs/decisions/006-drop-the-prose-of-panics.md` has the figures. The suites run on the result.
 */
import { readFileSync, writeFileSync } from "node:fs";
import binaryen from "../web/node_modules/binaryen/index.js";

// These functions return a `fmt::Result`, in which 0 is success. A function that returns a text through memory stays: its
// caller would free a text that nothing has written.
const prose = /\bfmt::|_fmt$/;
const panics = /panicking|slice_error_fail|slice_index_fail|unwrap_failed|expect_failed|rust_panic|handle_alloc_error|capacity_overflow/;

const [from, to] = process.argv.slice(2);
// The functions are found by their names, which wasm-opt drops afterwards.
binaryen.setDebugInfo(true);
const wasm = binaryen.readBinary(readFileSync(from));

const functions = Array.from({ length: wasm.getNumFunctions() }, (_, index) =>
  binaryen.getFunctionInfo(wasm.getFunctionByIndex(index)),
);
let dropped = 0;
for (const { name, module, params, results } of functions) {
  if (module || !(prose.test(name) || panics.test(name))) continue;
  const leadsToPanic = panics.test(name);
  if (!leadsToPanic && results !== binaryen.i32) continue;
  const body = leadsToPanic ? wasm.unreachable() : wasm.i32.const(0);
  wasm.removeFunction(name);
  wasm.addFunction(name, params, results, [], body);
  dropped += 1;
}
if (dropped === 0) throw new Error("no function was found by its name: was the wasm stripped?");
writeFileSync(to, wasm.emitBinary());
