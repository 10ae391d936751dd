/** Says that the reviewer's claim has ended, who holds or decided the case now, and what the reviewer can do. */
import { claimCase } from "#/api/review-cases";
import { Key, useKeys } from "#/console/keys";
import { showRefusal } from "#/console/refusal";
import { standingText } from "#/console/standing";
import { useText } from "#/i18n/use-text";
import { useAct } from "#/lib/use-act";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";
import type { LeaseState } from "./lease";
import { goToNextCase } from "./next";

interface Props {
  caseId: number;
  state: LeaseState;
  reload: () => void;
}

export function LeaseEnded({ caseId, state, reload }: Props) {
  const t = useText();
  const { isBusy, run } = useAct((error) => showRefusal(error));
  const take = () =>
    void run(async () => {
      await claimCase(caseId);
      reload();
    });
  const next = () => void run(goToNextCase);
  useKeys({ n: next, c: take });
  const reason =
    state.kind === "lost" ? standingText(t, state.standing) : t("console.lease.lapsed");
  return (
    <Banner
      tone="danger"
      title={reason}
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" isBusy={isBusy} aria-keyshortcuts="c" onClick={take}>
            {t("console.lease.takeAgain")} <Key>C</Key>
          </Button>
          <Button variant="ghost" isBusy={isBusy} aria-keyshortcuts="n" onClick={next}>
            {t("console.queue.next")} <Key>N</Key>
          </Button>
        </div>
      }
    >
      {t("console.lease.kept")}
    </Banner>
  );
}
