/** The toast that offers to undo a change of the form. */
import { text } from "#/i18n/use-text";
import { addToast } from "#/toasts/toasts";

const undoMs = 8_000;

interface UndoToast {
  title: () => string;
  /** At most one toast with this key is shown. */
  key: string;
  onUndo: () => void;
  /** Called once the person cannot tap the undo any more. */
  onGone?: () => void;
}

export function addUndoToast({ title, key, onUndo, onGone }: UndoToast): void {
  const action = { label: () => text("register.photo.undo"), onClick: onUndo };
  addToast(title, { durationMs: undoMs, key, action, onGone });
}
