/** Clears up after a form that was sent while nobody was there to hear of it. */
import { logger } from "../../logger/logger";
import { readJson, readText } from "../../storage/local";
import { loadChunk } from "../../version/load-chunk";

/** Of this person, who is registered by now: closed between the send and its answer, the form stayed. */
export async function forgetLeftovers(userId: string): Promise<void> {
  const kept = readJson("registerForm") as { account?: unknown } | null;
  const isOwn = kept?.account === userId;
  if (!isOwn && !readText("registerFormAside")?.includes(userId)) return;
  try {
    const { forgetAside, forgetForm } = await loadChunk(() => import("./draft/forget-form"));
    forgetAside(userId);
    if (isOwn) forgetForm(userId);
  } catch {
    logger.warn("what a sent form left on the device could not be cleared up");
  }
}
