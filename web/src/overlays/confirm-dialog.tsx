/** A yes-or-no question before an action that matters. */
import { useText } from "../i18n/use-text";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import type { OverlayProps } from "./overlays";

export interface Question {
  title: string;
  /** The consequences of a yes. */
  text?: string;
  confirmLabel: string;
  /** "Cancel" unless given. */
  cancelLabel?: string;
  /** True if a yes cannot be undone. */
  isDanger?: boolean;
}

export function ConfirmDialog({
  isOpen,
  close,
  title,
  text,
  confirmLabel,
  cancelLabel,
  isDanger = false,
}: Question & OverlayProps<boolean>) {
  const t = useText();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => close(false)}
      title={title}
      closeLabel={t("ui.close")}
      actions={
        <>
          <Button variant="secondary" onClick={() => close(false)}>
            {cancelLabel ?? t("ui.cancel")}
          </Button>
          <Button isDanger={isDanger} onClick={() => close(true)}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {text ? <p className="whitespace-pre-line text-muted">{text}</p> : null}
    </Dialog>
  );
}
