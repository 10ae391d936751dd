/** Loads a part of the app that has its own chunk: a page, its messages, a dialog. */
import { type RetryPolicy, retry } from "#/lib/retry";
import { within } from "#/lib/time-limit";
import { reloadForLostChunk } from "./reload-once";

/** Only the return of the network starts another attempt. */
const untilOnline = {
  firstMs: Number.POSITIVE_INFINITY,
  factor: 1,
  maxDelayMs: Number.POSITIVE_INFINITY,
  wakeOn: ["online"],
} as const satisfies RetryPolicy;

/** Loads a part as `loadChunkNow` does, but waits for the network, as often as necessary, while there is none. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  return await retry(() => loadChunkNow(load), {
    policy: untilOnline,
    decide: () => (navigator.onLine ? "giveUp" : "retry"),
  });
}

/**
 * Loads a part that a tap needs. Fails at once without a network. Otherwise tries twice and then reloads the page,
 * because a server with a newer build no longer has the chunk.
 */
export async function loadChunkNow<Module>(load: () => Promise<Module>): Promise<Module> {
  const loadAll = async () => {
    await loadMissingStyles();
    return await load();
  };
  try {
    return await loadAll();
  } catch (cause) {
    if (!navigator.onLine) throw notLoaded(cause);
  }
  try {
    return await loadAll();
  } catch (cause) {
    // While the browser leaves the page, the caller must draw nothing more.
    if (await reloadForLostChunk(cause)) return await new Promise<never>(() => undefined);
    throw notLoaded(cause);
  }
}

/** The longest wait for a part's styles. A part without styles is better than a part that never appears. */
const styleLimitMs = 2_000;

/**
 * Requests again the styles that failed to load, because Vite requests the styles of a chunk only once. Ignores a
 * second failure, because a page without its styles is better than none.
 */
async function loadMissingStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const missing = Array.from(links).filter(isEmpty);
  await Promise.all(
    missing.map(async (link) => {
      const copy = link.cloneNode() as HTMLLinkElement;
      const settled = new Promise<void>((resolve) => {
        for (const type of ["load", "error"])
          copy.addEventListener(type, () => {
            // Vite may still wait for the link that the copy replaces, so pass the event on.
            link.dispatchEvent(new Event(type));
            resolve();
          });
      });
      link.replaceWith(copy);
      await within(styleLimitMs, settled).catch(() => undefined);
    }),
  );
}

/** Returns true for a style that failed to load: its sheet is missing, unreadable, or without a rule. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}

const notLoaded = (cause: unknown) => new Error("a part of the app did not load", { cause });
