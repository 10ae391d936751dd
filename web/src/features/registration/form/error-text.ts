/** The sentence for an error: the field's own where there is one, else the code's with the label. */
import type { ProfileDraft } from "../../../core/core";
import { hasText, type useText } from "../../../i18n/use-text";
import type { FormError } from "./form-errors";
import { fieldOfPath } from "./page-table";

type Text = ReturnType<typeof useText>;

/** The same words under the field and in the summary. */
export function errorText(t: Text, error: FormError, draft: ProfileDraft): string {
  const values = { ...error.params, label: labelOf(t, error.path, draft) };
  const ownId = `errors.${fieldOfPath(error.path)}.${error.code}`;
  return hasText(ownId) ? t(ownId, values) : t(`errors.${error.code as string}`, values);
}

/** What the value at `path` is called: a field, a photo by its number, or a condition. */
export function labelOf(t: Text, path: string, draft: ProfileDraft): string {
  const field = fieldOfPath(path);
  const index = Number(/\[(\d+)\]/.exec(path)?.[1] ?? Number.NaN);
  if (field === "photoNameList" && !Number.isNaN(index)) {
    return t("register.photo.label", { number: index + 1 });
  }
  const condition = field === "valueItem" ? draft.valueItem?.[index]?.type : undefined;
  if (condition) return t(`vocabulary.condition.${condition}`);
  return t(`register.${field}.label`);
}
