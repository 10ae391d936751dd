/** Clears up after a form that was sent while nobody was there to hear of it. */
import { logger } from "../../logger/logger";
import { readJson, readText } from "../../storage/local";
import { hasRecord } from "../../storage/records";
import { loadChunk } from "../../version/load-chunk";

/** Of this person, who is registered by now: closed around the answer, the form or its files stayed. */
export async function forgetLeftovers(userId: string): Promise<void> {
  const isAside = readText("registerFormAside")?.includes(userId) ?? false;
  if (!hasForm(userId) && !hasFiles(userId) && !isAside) return;
  try {
    const forget = await loadChunk(() => import("./draft/forget-form"));
    forget.forgetFormAside(userId);
    // Looked at again: an answer to a reviewer may have been begun meanwhile.
    if (hasForm(userId)) await forget.forgetForm(userId);
    else if (hasFiles(userId)) await forget.forgetFiles(userId);
  } catch {
    logger.warn("what a sent form left on the device could not be cleared up");
  }
}

function hasForm(userId: string): boolean {
  const form = readJson("registerForm") as { account?: unknown } | null;
  return form?.account === userId;
}

/** Files that belong neither to another person's form nor to an answer to a reviewer. */
function hasFiles(userId: string): boolean {
  const isNeeded = readText("registerForm") !== null || readText("resubmission") !== null;
  return hasRecord(userId, "photos") && !isNeeded;
}
