/** Loads a part of the app that is fetched when it is asked for: a page, its words, a dialog. */
import { reloadForLostChunk } from "./reload-once";

/** Waits for the network, tries twice, and takes a part that is gone for a sign of a newer build. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    await untilOnline();
  }
  try {
    return await load();
  } catch (cause) {
    // While the page is being left nothing more is drawn.
    if (reloadForLostChunk(cause)) return await new Promise<never>(() => undefined);
    throw new Error("a part of the app did not load", { cause });
  }
}

/** At once when the device does not say that it is offline. */
function untilOnline(): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve) => {
    window.addEventListener("online", () => resolve(), { once: true });
  });
}
