/** Loads a part of the app that has a chunk of its own: a page, its messages, a dialog. */
import { type RetryPolicy, retry } from "#/lib/retry";
import { within } from "#/lib/time-limit";
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
    // The caller must draw nothing more while the browser leaves the page.
    if (await reloadForLostChunk(cause)) return await new Promise<never>(() => undefined);
    throw notLoaded(cause);
  }
}

/** A part may be shown without its styles for a moment, but must not wait for them in a tunnel. */
const styleLimitMs = 2_000;

/**
 * Requests the styles that did not load: Vite requests those of a chunk once. A page without its styles
 * is better than none, so a second failure is ignored.
 */
async function loadMissingStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('head link[rel="stylesheet"]');
  const missing = Array.from(links).filter(isEmpty);
  await Promise.all(
    missing.map(async (link) => {
      const copy = link.cloneNode() as HTMLLinkElement;
      const settled = new Promise<void>((resolve) => {
        for (const type of ["load", "error"])
          copy.addEventListener(type, () => {
            // Vite may still wait for the link that the copy replaces.
            link.dispatchEvent(new Event(type));
            resolve();
          });
      });
      link.replaceWith(copy);
      await within(styleLimitMs, settled).catch(() => undefined);
    }),
  );
}

/** Returns true for a style that failed: its sheet is missing, unreadable, or has no rule. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}

const notLoaded = (cause: unknown) => new Error("a part of the app did not load", { cause });
