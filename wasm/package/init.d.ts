export * from "./NAME.js";

/**
 * Loads the WebAssembly. Call it before every other function, and wait for it. It loads once: later calls wait for the
 * first one. After a failure, such as a lost network, the promise rejects, and the next call tries again.
 *
 * `source` is the address of `NAME_bg.wasm` or its bytes. Without it, the address is the one that a bundler gives to the
 * file, which is beside this module.
 */
export function init(source?: string | URL | BufferSource): Promise<void>;
