/**
 * Empties the functions that only make prose of errors: `node drop-prose.mjs IN OUT`.
 *
 * An error of ours is a code; the sentences that the standard library makes for panics and for
 * `Display` are read by nobody here. A panic ends the call with a trap either way (panic = "abort"),
 * so functions that lead to one trap at once, and formatting says that it has written. wasm-opt then
 * drops what only they have used.
 */
import { readFileSync, writeFileSync } from "node:fs";
import binaryen from "../web/node_modules/binaryen/index.js";

const prose = /\bfmt::|_fmt$/;
const panics = /panicking|slice_error_fail|slice_index_fail|unwrap_failed|expect_failed|rust_panic|handle_alloc_error|capacity_overflow/;

const [from, to] = process.argv.slice(2);
// Names are how such functions are known; they are dropped by wasm-opt afterwards.
binaryen.setDebugInfo(true);
const wasm = binaryen.readBinary(readFileSync(from));

const functions = Array.from({ length: wasm.getNumFunctions() }, (_, index) =>
  binaryen.getFunctionInfo(wasm.getFunctionByIndex(index)),
);
let dropped = 0;
for (const { name, module, params, results } of functions) {
  if (module || !(prose.test(name) || panics.test(name))) continue;
  const isWritten = !panics.test(name) && (results === binaryen.i32 || results === binaryen.none);
  const body = isWritten
    ? results === binaryen.none
      ? wasm.nop()
      : wasm.i32.const(0)
    : wasm.unreachable();
  wasm.removeFunction(name);
  wasm.addFunction(name, params, results, [], body);
  dropped += 1;
}
if (dropped === 0) throw new Error("no function is known by its name: was the wasm stripped?");
writeFileSync(to, wasm.emitBinary());
