/** Loads the Rust core, each of its two modules once. Only this file imports the wasm package. */
import { address as coreAddress } from "chunk-address:enmusubi-wasm";
import { address as lineAddress } from "chunk-address:enmusubi-wasm/line";
import { type RetryPolicy, retry } from "#/lib/retry";
import { within } from "#/lib/time-limit";
import type { Core, LineRules } from "./core";
import { fallbackCore } from "./fallback-core";
import { importAgain } from "./import-again";
import { fetchLists, type Lists } from "./lists";

/** Long enough for a slow network. Some old web views never settle an import that awaits wasm. */
const timeoutMs = 15_000;

/** Both the code and its wasm may fail once. After the third failure, the page uses the fallback. */
const policy: RetryPolicy = {
  firstMs: 1_000,
  factor: 1,
  maxDelayMs: 1_000,
  maxAttempts: 3,
  wakeOn: [],
};

/** Loads the lists of a profile alone. Caches of the browser keep them for the core. */
export const loadLists = once<Lists>(fetchLists);

const importRules = wasmModule({
  load: () => import("enmusubi-wasm"),
  address: coreAddress,
  check: ({ snapToCell }) => snapToCell(0, 0),
});

/** Loads the rules and the lists of a profile. */
export const loadCore = once<Core>(async () => {
  const [rules, lists] = await Promise.all([importRules(), fetchLists()]);
  return { ...lists, ...rules };
});

/** Loads the rules of LINE and of start addresses. */
export const loadLineRules = once<LineRules>(
  wasmModule({
    load: () => import("enmusubi-wasm/line"),
    address: lineAddress,
    check: ({ isLiffUrl }) => isLiffUrl(""),
  }),
);

/** Returns the core or its fallback. Rejects only if the lists cannot be loaded either. */
export async function loadCoreOrFallback(): Promise<Core> {
  try {
    return await loadCore();
  } catch {
    return fallbackCore(await loadLists());
  }
}

/** Refuses everything: no other code checks the arguments of LINE's SDK or a start address. */
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
  /** The address of the module's chunk, for further tries. */
  address: string;
  /** Calls one of the functions, which throws if the wasm is missing. */
  check: (module: Module) => unknown;
}

/** Returns a function that imports a module with wasm, each time under another address. */
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

/** Returns false in Lockdown Mode of an iPhone, for example. */
const runsWasm = () => typeof WebAssembly !== "undefined";

/** Loads at the first call. After a failure the next call loads again. */
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
