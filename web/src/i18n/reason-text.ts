/** A reviewer's reason in the reader's language. */
import { hasText, type useText } from "./use-text";

/** A reason as the server stores it: the code may be of an older list, and the note may be empty. */
export interface ReviewReason {
  path: string;
  code: string;
  note: string;
}

/** The meaning of the code, then the note. An unknown code has no meaning to show. */
export function reasonText(
  t: ReturnType<typeof useText>,
  { code, note }: Pick<ReviewReason, "code" | "note">,
): string {
  const id = `vocabulary.reasonCode.${code}`;
  if (!hasText(id)) return note;
  return note ? t("vocabulary.reasonWithNote", { reason: t(id), note }) : t(id);
}
