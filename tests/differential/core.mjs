/** The built npm package of the core, `wasm/pkg`, as it is: its glue is for bundlers, so its wasm is put in here. */
import { readFile } from "node:fs/promises";

const pkg = new URL("../../wasm/pkg/", import.meta.url);

/** The exports of the package, once its wasm runs. */
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
