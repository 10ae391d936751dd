/** A reviewer's reason in the reader's language. */
import { hasText, type Text } from "./use-text";

/** A reason as the server stores it. The code may come from an older list, and the note may be empty. */
export interface ReviewReason {
  path: string;
  code: string;
  note: string;
}

/** Returns the note alone if this app does not know the code. */
export function reasonText(t: Text, { code, note }: Pick<ReviewReason, "code" | "note">): string {
  const id = `vocabulary.reasonCode.${code}`;
  if (!hasText(id)) return note;
  return note ? t("vocabulary.reasonWithNote", { reason: t(id), note }) : t(id);
}
