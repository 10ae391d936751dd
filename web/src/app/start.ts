/** Starts the app, and draws the result. */
import { describe, logger, logUncaught } from "#/logger/logger";
import { loadChunkNow } from "#/version/load-chunk";
import { startUp } from "./start-up";

export async function start(): Promise<void> {
  if (window.isTooOld) return;
  logUncaught();
  // On a slow network, React arrives while LINE still says who opens the app. A browser opens few connections at once,
  // so React is requested before the parts of the first page, which are of no use without it. If React does not arrive,
  // `start.js` says so.
  const drawing = loadChunkNow(() => import("./draw"));
  const [start, { draw }] = await Promise.all([startUp(), drawing]);
  if (start.kind === "leaving") return;
  const failure = start.kind === "failed" ? start.failure : null;
  if (failure) logger.warn(`the start failed at ${failure.step}: ${describe(failure.error)}`);
  draw(failure);
}
