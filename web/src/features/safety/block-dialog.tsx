/** Says what a block does, and blocks the person. */
import { type Acquaintance, blockPerson } from "../../api/safety";
import { useText } from "../../i18n/use-text";
import type { OverlayProps } from "../../overlays/overlays";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { SafetyFailure } from "./safety-failure";
import { useSafetyCall } from "./use-safety-call";

interface Props extends OverlayProps<boolean> {
  acquaintance: Acquaintance;
  nickname: string;
}

const facts = ["both", "untold", "end"] as const;

export function BlockDialog({ isOpen, close, acquaintance, nickname }: Props) {
  const t = useText();
  const { isBusy, failure, run } = useSafetyCall();
  const leave = () => {
    // The server may block the person although the dialog is closed.
    if (!isBusy) close(false);
  };
  const block = async () => {
    if (await run(() => blockPerson(acquaintance))) close(true);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      title={t("member.block.title", { name: nickname })}
      closeLabel={t("ui.close")}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={leave}>
            {t("ui.cancel")}
          </Button>
          <Button isDanger isBusy={isBusy} onClick={() => void block()}>
            {t("member.block.confirm")}
          </Button>
        </>
      }
    >
      <ul className="m-0 flex list-disc flex-col gap-1.5 pl-5">
        {facts.map((fact) => (
          <li key={fact}>{t(`member.block.${fact}`)}</li>
        ))}
      </ul>
      <SafetyFailure code={failure} kind="block" />
    </Dialog>
  );
}
