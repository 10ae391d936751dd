/** Offers for 30 seconds to take the latest decision back. */
import { serverNowMs } from "#/api/review-client";
import { Key, useKeys } from "#/console/keys";
import { useText } from "#/i18n/use-text";
import { useSecondsUntil } from "#/lib/use-now";
import { Button } from "#/ui/button";
import { type Decided, undoLatest, useUndo } from "./undo";

export function UndoBar() {
  const { decided, isBusy } = useUndo();
  useKeys({ u: decided ? () => void undoLatest() : undefined });
  return (
    // The live region is on the page before its text, because screen readers miss the text of a new live region.
    <div role="status">{decided ? <Offer decided={decided} isBusy={isBusy} /> : null}</div>
  );
}

function Offer({ decided, isBusy }: { decided: Decided; isBusy: boolean }) {
  const t = useText();
  const leftS = useSecondsUntil(decided.effectAtMs, serverNowMs);
  return (
    <div className="bg-ink text-bg">
      <div className="mx-auto flex w-full max-w-7xl flex-wrap items-center gap-x-4 px-3 sm:px-6">
        <p className="grow py-2 text-sm">
          {t("console.undo.decided", {
            kind: t(`console.kind.${decided.kind}`),
            action: t(`console.decided.${decided.action}`),
          })}
        </p>
        {/* Without `aria-hidden`, a screen reader would read the countdown each second. */}
        <span aria-hidden="true" className="text-sm tabular-nums opacity-80">
          {t("console.undo.left", { seconds: leftS })}
        </span>
        <Button
          variant="ghost"
          isBusy={isBusy}
          aria-keyshortcuts="u"
          className="text-inherit!"
          onClick={() => void undoLatest()}
        >
          {t("console.undo.button")} <Key>U</Key>
        </Button>
      </div>
    </div>
  );
}
