/** What a person does with the verification document, with what they are told. */
import { text } from "../../../i18n/use-text";
import type { FormStore } from "../form/form-store";
import { offerUndo } from "./undo-toasts";

/** Keeps the picked file; an earlier one can be had back. */
export async function pickDocument(store: FormStore, file: File): Promise<void> {
  const earlier = await store.files.setDocument(file);
  offerUndo(text("register.document.replaced"), earlier, "document");
}

export function removeDocument(store: FormStore): void {
  const removal = store.files.removePick("document");
  offerUndo(text("register.document.removed"), removal, "document");
}
