/** A question before something that matters is done. */
import { useText } from "../i18n/use-text";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import type { OverlayProps } from "./overlays";

export interface Question {
  title: string;
  /** What will happen. */
  text?: string;
  confirmLabel: string;
  /** "Cancel" unless given. */
  cancelLabel?: string;
  /** It cannot be undone. */
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
          <Button look="secondary" onClick={() => close(false)}>
            {cancelLabel ?? t("ui.cancel")}
          </Button>
          <Button
            onClick={() => close(true)}
            className={isDanger ? "bg-danger! hover:brightness-90" : ""}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {text ? <p className="whitespace-pre-line text-muted">{text}</p> : null}
    </Dialog>
  );
}
