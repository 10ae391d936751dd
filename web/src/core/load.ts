/** Loads the Rust core, each of its two modules once. Only this file imports the wasm package. */
import { type RetryPolicy, retry } from "../lib/retry";
import { within } from "../lib/time-limit";
import type { Core, LineRules } from "./core";
import { fetchLists, type Lists } from "./lists";

/** Long enough for a slow network. Some old web views never settle an import that awaits wasm. */
const timeoutMs = 15_000;

/** The page waits for the module, and uses the fallback after the second failure. */
const policy: RetryPolicy = {
  firstMs: 1_000,
  factor: 1,
  maxDelayMs: 1_000,
  maxAttempts: 2,
  wakeOn: [],
};

/** Loads the lists of a profile alone. Caches of the browser keep them for the core. */
export const loadLists = once<Lists>(fetchLists);

/** Loads the rules and the lists of a profile. */
export const loadCore = once<Core>(async () => {
  const [rules, lists] = await Promise.all([import("enmusubi-wasm"), fetchLists()]);
  return { ...lists, ...rules };
});

/** Loads the rules of LINE and of start addresses. */
export const loadLineRules = once<LineRules>(() => import("enmusubi-wasm/line"));

/** Returns the core or its fallback. Rejects only if the lists cannot be loaded either. */
export async function loadCoreOrFallback(): Promise<Core> {
  try {
    return await loadCore();
  } catch {
    const [{ fallbackCore }, lists] = await Promise.all([import("./fallback-core"), fetchLists()]);
    return fallbackCore(lists);
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

/** Imports a module at the first call. After a failure the next call imports it again. */
function once<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  return () => {
    loading ??= within(timeoutMs, retry(load, { policy })).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
