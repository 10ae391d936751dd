/** Gives a case back to the queue when the reviewer leaves its page. A draft with content needs a confirmation. */
import { type CaseClaim, releaseCase } from "#/api/review-cases";
import { hasContent, readDraft } from "#/console/decision/draft";
import { text } from "#/i18n/use-text";
import { casePath, reviewPaths } from "#/lib/paths";
import { describe, logger } from "#/logger/logger";
import type { Place } from "#/navigation/navigation";
import { askToConfirm } from "#/overlays/open-dialog";

/** The reviewer's claim on the case that is on the screen, or null. */
let open: CaseClaim | null = null;

export function noteOpenCase(claim: CaseClaim): void {
  open = claim;
}

/** Forgets a case that is decided, skipped or lost, so that leaving its page does not give the case back. */
export function forgetOpenCase(caseId: number): void {
  if (open?.id === caseId) open = null;
}

/**
 * Gives the open case back to the queue if the reviewer goes to another page. Returns the path of the case if
 * the reviewer chooses to stay, and null otherwise.
 */
export async function mayLeaveCase({ pathname }: Place): Promise<string | null> {
  const claim = open;
  if (!claim || pathname === casePath(claim.id)) return null;
  // The session is over. Keep the claim, because the reviewer returns to this case after signing in.
  if (pathname === reviewPaths.signIn) return null;
  if (hasContent(readDraft(claim.id)) && !(await askToLeave())) return casePath(claim.id);
  if (open === claim) open = null;
  releaseCase(claim).catch((error) =>
    // If the call fails, the claim ends by itself within ten minutes.
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
