/**
 * The built npm package of the core, `wasm/pkg`, without a bundler: this module loads the wasm
 * itself.
 */
import { readFile } from "node:fs/promises";

const pkg = new URL("../../wasm/pkg/", import.meta.url);

/** Starts the wasm and returns the exports of the package. */
export async function startCore() {
  const module = await WebAssembly.compile(await readFile(new URL("enmusubi_wasm_bg.wasm", pkg)));
  const names = new Set(WebAssembly.Module.imports(module).map((needed) => needed.module));
  const imports = {};
  for (const name of names) imports[name] = await import(new URL(name, pkg));
  const { exports } = await WebAssembly.instantiate(module, imports);
  const glue = await import(new URL("enmusubi_wasm_bg.js", pkg));
  glue.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
  return glue;
}
