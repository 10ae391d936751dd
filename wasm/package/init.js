import * as glue from "./NAME.init_bg.js";

let started;

export function init(source = new URL("./NAME_bg.wasm", import.meta.url)) {
  started ??= start(source).catch((cause) => {
    // The next call tries again.
    started = undefined;
    unset();
    throw cause;
  });
  return started;
}

async function start(source) {
  const given = await source;
  const isAddress = typeof given === "string" || given instanceof URL;
  const response = isAddress ? await fetch(given) : given;
  if (response.ok === false) throw new Error(`${response.url} answered ${response.status}`);
  const bytes = response.arrayBuffer ? await response.arrayBuffer() : response;
  const { instance } = await WebAssembly.instantiate(bytes, IMPORTS);
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}

function unset() {
  const get = () => {
    throw new Error("wait for init() first");
  };
  glue.__wbg_set_wasm(new Proxy({}, { get }));
}
unset();
