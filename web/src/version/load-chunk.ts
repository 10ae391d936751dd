/** Loads a part of the app that is fetched when it is asked for: a page, its words, a dialog. */
import { reloadForLostChunk } from "./reload-once";

/** Waits for the network as often as it goes, tries twice, and takes what is gone for a newer build. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await loadTapped(load);
    } catch (error) {
      if (navigator.onLine) throw error;
      await untilOnline();
    }
  }
}

/** The same for what was tapped: without a network it fails at once, so that the tap has an answer. */
export async function loadTapped<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if (!navigator.onLine) throw notLoaded(cause);
  }
  try {
    return await load();
  } catch (cause) {
    // While the page is being left nothing more is drawn.
    if (await reloadForLostChunk(cause)) return await new Promise<never>(() => undefined);
    throw notLoaded(cause);
  }
}

const notLoaded = (cause: unknown) => new Error("a part of the app did not load", { cause });

/** At once when the device does not say that it is offline. */
function untilOnline(): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve) => {
    window.addEventListener("online", () => resolve(), { once: true });
  });
}
