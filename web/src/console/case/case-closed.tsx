/** The page of a case that the reviewer does not hold: says who holds the case, or lets the reviewer claim it. */
import { failureCode } from "#/api/error";
import { type CaseResponse, claimCase, undoDecision } from "#/api/review-cases";
import { Frame } from "#/console/frame";
import { Key, useKeys } from "#/console/keys";
import { showRefusal } from "#/console/refusal";
import { standingText } from "#/console/standing";
import { formatTime } from "#/console/times";
import { type Text, useText } from "#/i18n/use-text";
import { useAct } from "#/lib/use-act";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";
import { CaseHead } from "./case-head";
import { goToNextCase } from "./next";
import { QueueLink } from "./queue-link";

interface Props {
  response: CaseResponse;
  error: unknown;
  reload: () => void;
}

export function CaseClosed({ response, error, reload }: Props) {
  const t = useText();
  const { isBusy, run } = useAct((error) => {
    showRefusal(error);
    reload();
  });
  const { summary, effectAt } = response;
  const isFree = summary.state === "OPEN" && summary.holder === null;
  /** Runs an action, and then fetches this case again. After a failure, the handler of `useAct` fetches it. */
  const runAndReload = (act: () => Promise<unknown>) => run(() => act().then(reload));
  const take = () => void runAndReload(() => claimCase(summary.id));
  const next = () => void runAndReload(goToNextCase);
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
          <Button isBusy={isBusy} onClick={() => void runAndReload(() => undoDecision(summary.id))}>
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
