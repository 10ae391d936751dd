/** The bar at the bottom of a case with a button and a keyboard shortcut for each decision. */
import { ApiError, failureCode } from "#/api/error";
import {
  type CaseAction,
  type CaseClaim,
  type CaseFacts,
  type CaseSummary,
  releaseCase,
} from "#/api/review-cases";
import { CaseConflict } from "#/api/review-client";
import {
  type Draft,
  deleteDraft,
  emptyDraft,
  readDraft,
  writeDraft,
} from "#/console/decision/draft";
import { noteDecision } from "#/console/decision/undo";
import { Key, useKeys } from "#/console/keys";
import { noteSkip } from "#/console/queue/next-case";
import type { MessageId } from "#/i18n/message-id";
import { text, useText } from "#/i18n/use-text";
import { useAct } from "#/lib/use-act";
import { openDialog } from "#/overlays/open-dialog";
import { addToast } from "#/toasts/toasts";
import { Button } from "#/ui/button";
import { isSevere, needsDialog } from "./check-draft";
import { sendDecision } from "./decide";
import { DecisionDialog } from "./decision-dialog";
import type { Lease } from "./lease";
import { forgetOpenCase } from "./leave";
import { goToNextCase } from "./next";
import { SkipDialog } from "./skip-dialog";

const letters: Record<CaseAction, string> = {
  APPROVE: "a",
  ASK_FOR_INFO: "i",
  REJECT: "r",
  NO_ACTION: "d",
  UPHOLD: "h",
  WARN: "w",
  // REJECT and REMOVE_CONTENT share the key R, because no case offers both decisions.
  REMOVE_CONTENT: "r",
  SUSPEND: "b",
};

interface Props {
  summary: CaseSummary;
  claim: CaseClaim;
  facts: CaseFacts;
  lease: Lease;
}

export function DecisionBar({ summary, claim, facts, lease }: Props) {
  const t = useText();
  const { running, decide, skip } = useDecisions({ summary, claim, facts, lease });
  // Remind the reviewer of a decision that they began before the session ended, or that they took back.
  const begun = readDraft(claim.id).action;
  useKeys({
    ...Object.fromEntries(facts.actions.map((action) => [letters[action], () => decide(action)])),
    s: () => void skip(),
  });
  return (
    <>
      {begun && facts.actions.includes(begun) ? (
        <p className="text-sm text-muted">
          {t("console.case.begun", { action: t(`console.action.${begun}`) })}
        </p>
      ) : null}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2 sm:flex sm:flex-wrap sm:items-center">
        {facts.actions.map((action) => (
          <Button
            key={action}
            variant={action === "APPROVE" ? "primary" : "secondary"}
            isDanger={isSevere(action)}
            isBusy={running === action}
            aria-keyshortcuts={letters[action]}
            size="compact"
            onClick={() => decide(action)}
          >
            {t(`console.action.${action}`)} <Key>{letters[action].toUpperCase()}</Key>
          </Button>
        ))}
        <Button
          variant="ghost"
          isBusy={running === "skip"}
          aria-keyshortcuts="s"
          className="sm:ml-auto"
          onClick={() => void skip()}
        >
          {t("console.skip.button")} <Key>S</Key>
        </Button>
      </div>
    </>
  );
}

function useDecisions({ summary, claim, facts, lease }: Props) {
  const { running, run } = useAct((error) => {
    if (error instanceof CaseConflict) lease.lose(error.standing);
    else addToast(text(`failure.${failureCode(error)}`), { color: "red" });
  });

  /** Sends the decision. Returns false if the reviewer no longer holds the case. */
  const send = async (action: CaseAction, draft: Draft): Promise<boolean> => {
    const outcome = await sendDecision(claim, action, draft);
    if (outcome.kind === "lost") {
      lease.lose(outcome.standing);
      return false;
    }
    const { id } = claim;
    forgetOpenCase(id);
    noteDecision({ id, kind: summary.kind, action, effectAtMs: outcome.effectAtMs });
    return true;
  };

  const decideInDialog = async (action: CaseAction) => {
    let isDecided = false;
    const submit = async (draft: Draft): Promise<MessageId | null> => {
      try {
        isDecided = await send(action, draft);
        return null;
      } catch (error) {
        return takesLastPhoto(error)
          ? "console.reasons.lastPhoto"
          : `failure.${failureCode(error)}`;
      }
    };
    await openDialog(async () => DecisionDialog, {
      caseId: claim.id,
      kind: summary.kind,
      action,
      facts,
      submit,
    });
    if (isDecided) await goToNextCase();
  };

  const decideAtOnce = async (action: CaseAction) => {
    writeDraft(claim.id, { ...readDraft(claim.id), action });
    if (await send(action, { ...emptyDraft, action })) await goToNextCase();
  };

  const decide = (action: CaseAction) =>
    void (needsDialog(action, facts)
      ? run(() => decideInDialog(action))
      : run(() => decideAtOnce(action), action));

  const skip = async () => {
    const reason = running === null ? await openDialog(async () => SkipDialog) : null;
    if (!reason) return;
    await run(async () => {
      await releaseCase(claim, reason);
      noteSkip(claim.id);
      forgetOpenCase(claim.id);
      deleteDraft(claim.id);
      await goToNextCase();
    }, "skip");
  };
  return { running, decide, skip };
}

/**
 * Returns true if the server refused to remove the member's last photo. `too_many` cannot mean too many reasons here,
 * because the page limits their number itself.
 */
function takesLastPhoto(error: unknown): boolean {
  const fields = error instanceof ApiError ? error.fields : [];
  return fields.some(({ path, code }) => path === "reasons" && code === "too_many");
}
