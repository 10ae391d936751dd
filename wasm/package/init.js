import * as glue from "./NAME.init_bg.js";

let started;

export function init(source = new URL("./NAME_bg.wasm", import.meta.url)) {
  started ??= start(source).catch((cause) => {
    // The next call tries again.
    started = undefined;
    throw cause;
  });
  return started;
}

async function start(source) {
  const bytes = typeof source === "string" || source instanceof URL ? await download(source) : source;
  const { instance } = await WebAssembly.instantiate(bytes, IMPORTS);
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}

async function download(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.arrayBuffer();
}
