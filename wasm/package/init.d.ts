export * from "./NAME.js";

/**
 * Loads the WebAssembly. Call it before every other function, and wait for it. It loads once: later calls wait for the
 * first one, whatever their source. After a failure, such as a lost network, the promise rejects, and the next call tries
 * again.
 *
 * `source` is the address of `NAME_bg.wasm`, a response with it, or its bytes. Without it, the address is the one that a
 * bundler gives to the file, which is beside this module. Node needs no source, because it reads the file.
 */
export function init(
  source?:
    | string
    | URL
    | Response
    | ArrayBuffer
    | ArrayBufferView
    | Promise<Response | ArrayBuffer | ArrayBufferView>,
): Promise<void>;
