/** A case that the reviewer does not hold: says who has it, or lets the reviewer take it. */
import { useState } from "react";
import { failureCode } from "../../api/error";
import { type CaseResponse, claimCase, undoDecision } from "../../api/review-cases";
import { CaseConflict } from "../../api/review-client";
import { type Text, text, useText } from "../../i18n/use-text";
import { useIsShown } from "../../lib/is-shown";
import { addToast } from "../../toasts/toasts";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Frame } from "../frame";
import { Key, useKeys } from "../keys";
import { standingText } from "../standing";
import { formatTime } from "../times";
import { CaseHead } from "./case-head";
import { goToNextCase } from "./next";
import { QueueLink } from "./queue-link";

interface Props {
  response: CaseResponse;
  /** The error of the latest try to fetch the case again. */
  error: unknown;
  reload: () => void;
}

export function CaseClosed({ response, error, reload }: Props) {
  const t = useText();
  const isShown = useIsShown();
  const [isBusy, setBusy] = useState(false);
  const { summary, effectAt } = response;
  const isFree = summary.state === "OPEN" && summary.holder === null;
  const run = async (call: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await call();
    } catch (failed) {
      const words =
        failed instanceof CaseConflict
          ? standingText(text, failed.standing)
          : text(`failure.${failureCode(failed)}`);
      addToast(words, { color: "red" });
    }
    reload();
    if (isShown()) setBusy(false);
  };
  const take = () => void run(() => claimCase(summary.id));
  const next = () => void run(goToNextCase);
  useKeys({ n: next, c: isFree ? take : undefined });
  return (
    <Frame title={t("console.case.kindTitle", titleOf(t, response))} eyebrow={<QueueLink />}>
      <CaseHead summary={summary} />
      {error ? <Banner tone="danger" title={t(`failure.${failureCode(error)}`)} /> : null}
      <Banner title={stateText(t, response)} />
      <div className="flex flex-col gap-2 sm:flex-row">
        {isFree ? (
          <Button isBusy={isBusy} aria-keyshortcuts="c" onClick={take}>
            {t("console.case.take")} <Key>C</Key>
          </Button>
        ) : null}
        {effectAt ? (
          <Button isBusy={isBusy} onClick={() => void run(() => undoDecision(summary.id))}>
            {t("console.undo.button")}
          </Button>
        ) : null}
        <Button
          variant={isFree ? "secondary" : "primary"}
          isBusy={isBusy}
          aria-keyshortcuts="n"
          onClick={next}
        >
          {t("console.queue.next")} <Key>N</Key>
        </Button>
      </div>
    </Frame>
  );
}

export const titleOf = (t: Text, { summary }: Pick<CaseResponse, "summary">) => ({
  kind: t(`console.kind.${summary.kind}`),
  id: summary.id,
});

function stateText(t: Text, { summary, effectAt }: CaseResponse): string {
  const { state, holder } = summary;
  if (effectAt) return t("console.case.decidedByMe", { time: formatTime(effectAt) });
  if (state === "DECIDED" || state === "APPLIED") return t("console.case.decided");
  const standing = { state, decidedBy: null, decidedAt: null };
  return standingText(t, {
    ...standing,
    holder: holder?.name ?? null,
    leaseUntil: holder?.leaseUntil ?? null,
  });
}
