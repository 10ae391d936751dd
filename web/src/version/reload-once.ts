/** Reloads the page because a part of it is gone from the server, and never in a circle. */
import { describe, logger } from "../logger/logger";
import { readText, writeText } from "../storage/local";
import { isServerThere } from "./newer-build";

/** Seed, section 8: a reload for a lost chunk happens at most once in so long. */
const guardMs = 10_000;

/** True when the page is being left; the caller then has nothing more to say. */
export async function reloadForLostChunk(error: unknown): Promise<boolean> {
  const reloadedAtMs = Number(readText("reloadedAt") ?? 0);
  const isTooSoon = Math.abs(Date.now() - reloadedAtMs) < guardMs;
  // Without a network the page that is there is better than the browser's own about the page that is
  // not. And where nothing is kept, nothing would end the circle.
  const mayReload =
    !isTooSoon && (await isServerThere()) && writeText("reloadedAt", String(Date.now()));
  logger.warn(`a chunk did not load (${describe(error)})${mayReload ? ", reloading" : ""}`);
  if (mayReload) window.location.reload();
  return mayReload;
}
