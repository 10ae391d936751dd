/** Reloads the page because a part of it is gone from the server, and never in a circle. */
import { describe, logger } from "../logger/logger";
import { readText, writeText } from "../storage/local";

/** Seed, section 8: a reload for a lost chunk happens at most once in so long. */
const guardMs = 10_000;

/** True when the page is being left; the caller then has nothing more to say. */
export function reloadForLostChunk(error: unknown): boolean {
  const reloadedAtMs = Number(readText("reloadedAt") ?? 0);
  const isTooSoon = Math.abs(Date.now() - reloadedAtMs) < guardMs;
  // Where nothing is kept, nothing would end the circle. And without a network the page that is
  // there is better than the browser's own about the page that is not.
  const mayReload = !isTooSoon && navigator.onLine && writeText("reloadedAt", String(Date.now()));
  logger.warn(`a chunk did not load (${describe(error)})${mayReload ? ", reloading" : ""}`);
  if (mayReload) window.location.reload();
  return mayReload;
}
