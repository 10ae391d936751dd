/** Loads logos early, so that the list of employers shows them even without a network. */
import { whenIdle } from "#/lib/idle";
import { prefetchAllowed } from "#/lib/prefetch-allowed";

/**
 * Returns false if the server is out of reach. Returns true without loading the logos if prefetching is not allowed.
 */
export async function preloadLogos(names: readonly string[]): Promise<boolean> {
  if (!prefetchAllowed()) return true;
  try {
    await whenIdle();
    const { loadLogos } = await import("./iconify");
    await loadLogos(names);
    return true;
  } catch {
    return false;
  }
}
