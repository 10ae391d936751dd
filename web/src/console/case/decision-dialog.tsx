/** The dialog of a decision that needs reasons, an employer or a check of the age. The tab stores the typed draft. */
import { useRef, useState } from "react";
import type { CaseAction, CaseFacts, CaseKind } from "#/api/review-cases";
import { type Draft, readDraft, writeDraft } from "#/console/decision/draft";
import type { MessageId } from "#/i18n/message-id";
import { useText } from "#/i18n/use-text";
import { useAct } from "#/lib/use-act";
import type { OverlayProps } from "#/overlays/overlays";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";
import { Dialog } from "#/ui/dialog";
import { AgeField } from "./age-field";
import {
  checkDraft,
  draftFor,
  fieldsFor,
  isAgeUnchecked,
  isSevere,
  needsReason,
  takesAge,
} from "./check-draft";
import { EmployerField } from "./employer-field";
import { Preview } from "./preview";
import { ReasonsField } from "./reasons-field";

interface Props extends OverlayProps<never> {
  caseId: number;
  kind: CaseKind;
  action: CaseAction;
  facts: CaseFacts;
  /** Sends the decision. Returns the message of an error that the reviewer can correct, or null. */
  submit: (draft: Draft) => Promise<MessageId | null>;
}

export function DecisionDialog(props: Props) {
  const { isOpen, close, caseId, kind, action, facts, submit } = props;
  const t = useText();
  const form = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState(() => readDraft(caseId));
  const [isTried, setTried] = useState(false);
  const { isBusy, run } = useAct();
  const [failure, setFailure] = useState<MessageId | null>(null);
  const own = draftFor(action, draft, facts);
  const isAboutAge = action === "APPROVE" && isAgeUnchecked(facts);
  const problems = isTried ? checkDraft(action, own, facts) : null;
  const change = (changed: Partial<Draft>) => {
    const next = { ...draft, ...changed, action };
    setDraft(next);
    writeDraft(caseId, next);
  };
  const send = async () => {
    setTried(true);
    setFailure(null);
    if (checkDraft(action, own, facts)) return focusFirstError(form.current);
    writeDraft(caseId, { ...draft, action });
    await run(async () => {
      const found = await submit(own);
      if (found === null) close();
      else setFailure(found);
    });
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => close()}
      title={t(isAboutAge ? "console.dialog.approveAge" : `console.dialog.${action}`)}
      closeLabel={t("ui.close")}
      isWide
      actions={
        <>
          <Button variant="secondary" onClick={() => close()}>
            {t("ui.cancel")}
          </Button>
          <Button isDanger={isSevere(action)} isBusy={isBusy} onClick={() => void send()}>
            {t(`console.action.${action}`)}
          </Button>
        </>
      }
    >
      <div ref={form} className="flex flex-col gap-6">
        {failure ? <Banner tone="danger">{t(failure)}</Banner> : null}
        {needsReason(action) ? (
          <ReasonsField
            fields={fieldsFor(action, facts)}
            reasons={own.reasons}
            problems={problems}
            onChange={(reasons) => change({ reasons })}
          />
        ) : null}
        {action === "APPROVE" && facts.needsEmployer ? (
          <EmployerField
            value={draft}
            error={problems?.employer && t(problems.employer)}
            onChange={change}
          />
        ) : null}
        {facts.age && takesAge(action, own, facts) ? (
          <AgeField
            birthday={facts.age.birthday}
            value={own}
            isOptional={action !== "APPROVE"}
            problems={problems}
            onChange={change}
          />
        ) : null}
        {isAboutAge && facts.age?.evidence === "MISSING" ? (
          <Banner tone="danger">{t("console.age.noDocument")}</Banner>
        ) : null}
        <Preview kind={kind} action={action} facts={facts} reasons={own.reasons} />
      </div>
    </Dialog>
  );
}

/** Focuses the first field with an error. Waits for the next frame, because React marks the fields only then. */
function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], input[type="checkbox"]');
    wrong?.focus();
  });
}
