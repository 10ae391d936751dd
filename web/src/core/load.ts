/** Loads the Rust core. Each of its two wasm modules loads once. Only this file imports the wasm. */
import { address as coreAddress } from "chunk-address:enmusubi-wasm";
import { address as lineAddress } from "chunk-address:enmusubi-wasm/line";
import { type RetryPolicy, retry } from "#/lib/retry";
import { within } from "#/lib/time-limit";
import type { Core, LineRules } from "./core";
import { fallbackCore } from "./fallback-core";
import { importAgain } from "./import-again";
import { fetchLists, type Lists } from "./lists";

/** The time limit, which is long enough for a slow network. Some old web views never settle an import of wasm. */
const timeoutMs = 15_000;

/**
 * The code and its wasm are two requests. Each may fail once, so the page makes three attempts before it uses the
 * fallback.
 */
const policy: RetryPolicy = {
  firstMs: 1_000,
  factor: 1,
  maxDelayMs: 1_000,
  maxAttempts: 3,
  wakeOn: [],
};

/** The browser caches the lists, so a later `loadCore()` does not download them again. */
export const loadLists = once<Lists>(fetchLists);

const importRules = wasmModule({
  load: () => import("enmusubi-wasm"),
  address: coreAddress,
  check: ({ snapToCell }) => snapToCell(0, 0),
});

export const loadCore = once<Core>(async () => {
  const [rules, lists] = await Promise.all([importRules(), fetchLists()]);
  return { ...lists, ...rules };
});

export const loadLineRules = once<LineRules>(
  wasmModule({
    load: () => import("enmusubi-wasm/line"),
    address: lineAddress,
    check: ({ isLiffUrl }) => isLiffUrl(""),
  }),
);

/** Returns the core, or its fallback if the wasm does not load. Rejects only if the lists do not load either. */
export async function loadCoreOrFallback(): Promise<Core> {
  try {
    return await loadCore();
  } catch {
    return fallbackCore(await loadLists());
  }
}

/** Refuses everything if the wasm cannot load, because no other code checks the arguments for LINE's SDK. */
export const fallbackLineRules: LineRules = {
  parseDeepLink: () => ({ kind: "nothing" }),
  checkSentMessages: () => [{ index: null, code: "unchecked" }],
  checkPickerMessages: () => [{ index: null, code: "unchecked" }],
  checkOpenWindow: () => "unchecked",
  isLiffUrl: () => false,
  isBelowEndpoint: () => false,
};

export async function loadLineRulesOrFallback(): Promise<LineRules> {
  try {
    return await loadLineRules();
  } catch {
    return fallbackLineRules;
  }
}

interface WasmModule<Module> {
  load: () => Promise<Module>;
  address: string;
  /** Calls a function of the module. The call throws if the wasm is missing. */
  check: (module: Module) => unknown;
}

/** Returns a function that imports a wasm module. Each further call uses another address, see `importAgain`. */
function wasmModule<Module>({ load, address, check }: WasmModule<Module>): () => Promise<Module> {
  let nTries = 0;
  return async () => {
    if (!runsWasm()) throw new Error("this browser runs no WebAssembly");
    nTries += 1;
    const module = await (nTries === 1 ? load() : importAgain<Module>(address, nTries));
    check(module);
    return module;
  };
}

/** Returns false on an iPhone in Lockdown Mode, for example. */
const runsWasm = () => typeof WebAssembly !== "undefined";

/** Calls `load` only once, and returns the same promise to all callers. After a failure, the next call loads again. */
function once<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  return () => {
    const decide = () => (runsWasm() ? "retry" : "giveUp");
    loading ??= within(timeoutMs, retry(load, { policy, decide })).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
