/** Reloads the page because the server no longer has a part of it, but not again and again. */
import { reload } from "#/lib/reload";
import { describe, logger } from "#/logger/logger";
import { readText, writeText } from "#/storage/local";
import { isServerReachable } from "./newer-build";

/** The shortest time between two of these reloads (docs/product.md). */
const reloadEveryMs = 10_000;

/** Returns true if the browser is leaving the page. The caller must then draw nothing more. */
export async function reloadForLostChunk(error: unknown): Promise<boolean> {
  const reloadedAtMs = Number(readText("reloadedAt") ?? 0);
  const isTooSoon = Math.abs(Date.now() - reloadedAtMs) < reloadEveryMs;
  // Without the server, this page is better than the browser's error page. If the storage cannot hold the
  // time, the reloads would never end.
  const mayReload =
    !isTooSoon && (await isServerReachable()) && writeText("reloadedAt", String(Date.now()));
  logger.warn(`a chunk did not load (${describe(error)})${mayReload ? ", reloading" : ""}`);
  if (mayReload) reload();
  return mayReload;
}
