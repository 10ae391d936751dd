/** Reloads the page if the server no longer has a part of the page, but prevents an endless loop of reloads. */
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
  // Do not reload if the server is out of reach, because this page is better than the browser's error page. Do not
  // reload either if the time cannot be stored, because the reloads might never end.
  const mayReload =
    !isTooSoon && (await isServerReachable()) && writeText("reloadedAt", String(Date.now()));
  logger.warn(`a chunk did not load (${describe(error)})${mayReload ? ", reloading" : ""}`);
  if (mayReload) reload();
  return mayReload;
}
