// Node 20 imports WebAssembly only behind a flag, so this module reads the file.
import { readFileSync } from "node:fs";
import * as glue from "./NAME_bg.js";

const bytes = readFileSync(new URL("./NAME_bg.wasm", import.meta.url));
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), IMPORTS);
glue.__wbg_set_wasm(exports);
exports.__wbindgen_start();
