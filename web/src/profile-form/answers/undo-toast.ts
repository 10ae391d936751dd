/** The toast that offers to undo a change of the form. */
import { text } from "#/i18n/use-text";
import { addToast } from "#/toasts/toasts";

const undoMs = 8_000;

interface UndoToast {
  title: () => string;
  /** The key of the toast. A new toast replaces an earlier toast with the same key. */
  key: string;
  onUndo: () => void;
  /** Called when the toast is gone. From then on, the person cannot undo the change. */
  onGone?: () => void;
}

export function addUndoToast({ title, key, onUndo, onGone }: UndoToast): void {
  const action = { label: () => text("register.photo.undo"), onClick: onUndo };
  addToast(title, { durationMs: undoMs, key, action, onGone });
}
