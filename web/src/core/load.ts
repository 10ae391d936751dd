/** Loads the Rust core, each of its two modules once; the only importer of the wasm package. */
import { sleep } from "../lib/sleep";
import { within } from "../lib/time-limit";
import type { Core, LineRules } from "./core";
import { fetchLists } from "./lists";
import { lineRulesStandIn } from "./without-line-rules";

/** Long enough for a slow network; some old web views never settle an import that awaits wasm. */
const patienceMs = 15_000;
const retryAfterMs = 1_000;

/** The rules of a profile, with the lists of the form. */
export const loadCore = once<Core>(async () => {
  const [rules, lists] = await Promise.all([import("enmusubi-wasm"), fetchLists()]);
  return { ...lists, ...rules };
});

/** The rules of LINE and of start addresses. */
export const loadLineRules = once<LineRules>(() => import("enmusubi-wasm/line"));

/** The core, or what the form can do without it. Rejects only where the lists are out of reach too. */
export async function loadCoreOrFallback(): Promise<Core> {
  try {
    return await loadCore();
  } catch {
    const [{ standInWith }, lists] = await Promise.all([import("./without-core"), fetchLists()]);
    return standInWith(lists);
  }
}

/** LINE's rules, or a refusal of everything. */
export async function loadLineRulesOrFallback(): Promise<LineRules> {
  try {
    return await loadLineRules();
  } catch {
    return lineRulesStandIn;
  }
}

/** Imported on the first call; a failed import is tried once more and then forgotten. */
function once<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  return () => {
    loading ??= within(patienceMs, withRetry(load)).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

async function withRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    await sleep(retryAfterMs);
    return await load();
  }
}
