/** Says that the case is no longer the reviewer's, who has it or has decided, and what the reviewer can do. */
import { useState } from "react";
import { failureCode } from "../../api/error";
import { claimCase } from "../../api/review-cases";
import { CaseConflict } from "../../api/review-client";
import { text, useText } from "../../i18n/use-text";
import { useIsShown } from "../../lib/is-shown";
import { addToast } from "../../toasts/toasts";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Key, useKeys } from "../keys";
import { standingText } from "../standing";
import type { LeaseState } from "./lease";
import { goToNextCase } from "./next";

interface Props {
  caseId: number;
  state: LeaseState;
  reload: () => void;
}

export function LeaseEnded({ caseId, state, reload }: Props) {
  const t = useText();
  const isShown = useIsShown();
  const [isBusy, setBusy] = useState(false);
  const run = async (call: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await call();
    } catch (error) {
      const words =
        error instanceof CaseConflict
          ? standingText(text, error.standing)
          : text(`failure.${failureCode(error)}`);
      addToast(words, { color: "red" });
    }
    if (isShown()) setBusy(false);
  };
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
