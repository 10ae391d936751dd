/** Brings icons before anybody looks at them, so that they are there when the network is not. */
import { whenIdle } from "../lib/idle";
import { logger } from "../logger/logger";

/** At idle, and all of a set at once; what cannot be had now is asked for again where it is drawn. */
export async function preloadIcons(names: readonly string[]): Promise<void> {
  try {
    await whenIdle();
    const { bringIcon } = await import("./iconify");
    await Promise.all(names.map(bringIcon));
  } catch {
    logger.warn("icons could not be loaded ahead");
  }
}
