/** Leaving a case: it goes back to the queue, after a question if the reviewer has typed something. */
import { type CaseClaim, releaseCase } from "#/api/review-cases";
import { hasContent, readDraft } from "#/console/decision/draft";
import { text } from "#/i18n/use-text";
import { casePath, reviewPaths } from "#/lib/paths";
import { describe, logger } from "#/logger/logger";
import type { Place } from "#/navigation/navigation";
import { askToConfirm } from "#/overlays/open-dialog";

/** The case on the screen, while the reviewer holds it. */
let open: CaseClaim | null = null;

export function noteOpenCase(claim: CaseClaim): void {
  open = claim;
}

/** Forgets the case: it is decided, skipped or lost, so that leaving it has no effect. */
export function forgetOpenCase(caseId: number): void {
  if (open?.id === caseId) open = null;
}

/**
 * Gives the open case back to the queue if this place is another. Returns the path of the case if the
 * reviewer prefers to stay, and null otherwise.
 */
export async function mayLeaveCase({ pathname }: Place): Promise<string | null> {
  const claim = open;
  if (!claim || pathname === casePath(claim.id)) return null;
  // The session is over: the reviewer still holds the case, and comes back to it.
  if (pathname === reviewPaths.signIn) return null;
  if (hasContent(readDraft(claim.id)) && !(await askToLeave())) return casePath(claim.id);
  if (open === claim) open = null;
  releaseCase(claim).catch((error) =>
    // The claim ends by itself.
    logger.info(`the case was not given back: ${describe(error)}`),
  );
  return null;
}

function askToLeave(): Promise<boolean> {
  return askToConfirm({
    title: text("console.leave.title"),
    text: text("console.leave.text"),
    confirmLabel: text("console.leave.confirm"),
    cancelLabel: text("console.leave.stay"),
  });
}
