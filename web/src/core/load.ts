/** Loads the Rust core once; the only importer of the wasm package. */
import type { Core } from "./core";
import { fetchLists } from "./lists";

/** Long enough for a slow network; some old web views never settle an import that awaits wasm. */
const patienceMs = 15_000;
const retryAfterMs = 1_000;

let loading: Promise<Core> | undefined;

/** The core, imported on the first call; a failed import is tried once more and then forgotten. */
export function loadCore(): Promise<Core> {
  loading ??= withTimeout(importWithRetry()).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The core, or what the form can do without it. Rejects only where the lists are out of reach too. */
export async function loadCoreOrFallback(): Promise<Core> {
  try {
    return await loadCore();
  } catch {
    const [{ standInWith }, lists] = await Promise.all([import("./without-core"), fetchLists()]);
    return standInWith(lists);
  }
}

async function importWithRetry(): Promise<Core> {
  try {
    return await importCore();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    return await importCore();
  }
}

async function importCore(): Promise<Core> {
  const [rules, lists] = await Promise.all([import("enmusubi-wasm"), fetchLists()]);
  return { ...lists, ...rules };
}

function withTimeout<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the core did not load in time")), patienceMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
