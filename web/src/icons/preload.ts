/** Brings icons before anybody looks at them, so that they are there when the network is not. */
import { whenIdle } from "../lib/idle";
import { prefetchAllowed } from "../lib/prefetch-allowed";

/** At idle, and all of a set at once; false where they could not be asked for. */
export async function preloadIcons(names: readonly string[]): Promise<boolean> {
  if (!prefetchAllowed()) return true;
  try {
    await whenIdle();
    const { bringIcons } = await import("./iconify");
    await bringIcons(names);
    return true;
  } catch {
    return false;
  }
}
