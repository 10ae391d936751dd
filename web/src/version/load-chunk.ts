/** Loads a part of the app that has a chunk of its own: a page, its messages, a dialog. */
import { type RetryPolicy, retry } from "../lib/retry";
import { reloadForLostChunk } from "./reload-once";

/** The network's return is the only reason to try again. */
const untilOnline = {
  firstMs: Number.POSITIVE_INFINITY,
  factor: 1,
  maxDelayMs: Number.POSITIVE_INFINITY,
  wakeOn: ["online"],
} as const satisfies RetryPolicy;

/** Loads a part as `loadChunkNow` does. Without a network, it waits for it as often as necessary. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  return await retry(() => loadChunkNow(load), {
    policy: untilOnline,
    decide: () => (navigator.onLine ? "giveUp" : "retry"),
  });
}

/**
 * Loads a part for a tap, which needs an answer: it fails at once without a network. It tries twice,
 * and then reloads the page, because the server of a newer build no longer has the chunk.
 */
export async function loadChunkNow<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if (!navigator.onLine) throw notLoaded(cause);
  }
  try {
    return await load();
  } catch (cause) {
    // The caller must draw nothing more while the browser leaves the page.
    if (await reloadForLostChunk(cause)) return await new Promise<never>(() => undefined);
    throw notLoaded(cause);
  }
}

const notLoaded = (cause: unknown) => new Error("a part of the app did not load", { cause });
