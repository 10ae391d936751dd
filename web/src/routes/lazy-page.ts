/** A page in a chunk of its own, which waits for the network and survives a new build. */
import { lazyRouteComponent } from "@tanstack/react-router";
import { reloadForLostChunk } from "../version/reload-once";

/** As `lazyRouteComponent`, whose own reload would also happen without a network. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => loadPatiently(load), name);
}

async function loadPatiently<Module>(load: () => Promise<Module>): Promise<Module> {
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
