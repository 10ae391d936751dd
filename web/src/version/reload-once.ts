/** Reloads the page because the server no longer has a part of it, but never again and again. */
import { reload } from "#/lib/reload";
import { describe, logger } from "#/logger/logger";
import { readText, writeText } from "#/storage/local";
import { isServerReachable } from "./newer-build";

/** The shortest time between two such reloads (docs/product.md). */
const reloadEveryMs = 10_000;

/** Returns true if the browser is leaving the page, which then must draw nothing more. */
export async function reloadForLostChunk(error: unknown): Promise<boolean> {
  const reloadedAtMs = Number(readText("reloadedAt") ?? 0);
  const isTooSoon = Math.abs(Date.now() - reloadedAtMs) < reloadEveryMs;
  // Without a network, this page is better than the browser's error page. If the storage does not
  // keep the time, nothing would end the reloads.
  const mayReload =
    !isTooSoon && (await isServerReachable()) && writeText("reloadedAt", String(Date.now()));
  logger.warn(`a chunk did not load (${describe(error)})${mayReload ? ", reloading" : ""}`);
  if (mayReload) reload();
  return mayReload;
}
