/** Asks a yes-or-no question before an important action. After a yes, the dialog can run the action itself. */
import { useText } from "#/i18n/use-text";
import { useAct } from "#/lib/use-act";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";
import { Dialog } from "#/ui/dialog";
import type { OverlayProps } from "./overlays";

export interface Question {
  title: string;
  text?: string;
  confirmLabel: string;
  /** "Cancel" by default. */
  cancelLabel?: string;
  isDanger?: boolean;
}

export interface Work {
  /** Does the work. Goes on even if the dialog is removed, so `run` itself must do what follows a success. */
  run: () => Promise<unknown>;
  describe: (error: unknown) => { title: string; advice?: string };
  /** Called with each failure; `isShown` is false if the dialog is gone. */
  onFailed: (error: unknown, isShown: boolean) => void;
}

type Props = Question & { work?: Work } & OverlayProps<boolean>;

export function ConfirmDialog(props: Props) {
  const { isOpen, close, title, text, confirmLabel, cancelLabel, isDanger = false, work } = props;
  const t = useText();
  const { isBusy, error, run } = useAct(work?.onFailed);
  const failure = error === null ? null : work?.describe(error);
  /** Keeps the dialog open during the work, because closing would not stop the work but would hide its result. */
  const leave = () => {
    if (!isBusy) close(false);
  };
  const confirm = async () => {
    if (!work || (await run(work.run))) close(true);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      title={title}
      closeLabel={t("ui.close")}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={leave}>
            {cancelLabel ?? t("ui.cancel")}
          </Button>
          <Button isDanger={isDanger} isBusy={isBusy} onClick={() => void confirm()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {text ? <p className="whitespace-pre-line text-muted">{text}</p> : null}
      <div role="alert" className="*:mt-4">
        {failure ? (
          <Banner isSilent tone="danger" title={failure.title}>
            {failure.advice}
          </Banner>
        ) : null}
      </div>
    </Dialog>
  );
}
