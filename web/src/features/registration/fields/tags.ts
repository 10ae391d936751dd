/** The tags of the catalogue, in words, and which of them are chosen. */
import type { AnswerSource } from "../form/form-context";
import type { FieldName } from "../form/page-table";

/** The tags of the group behind a field, with their translations. */
export function tagsOf(
  { core, t }: Pick<AnswerSource, "core" | "t">,
  name: FieldName,
): { id: number; label: string }[] {
  const group = core.catalogue().tagGroups.find((held) => held.field === name);
  return (group?.tags ?? []).map((tag) => ({
    id: tag.id,
    label: t(`vocabulary.${group?.group}.${tag.key}`),
  }));
}

/** The ids chosen in a field; a draft may hold them as text, or one alone. */
export function chosenIds(value: unknown): number[] {
  const items: unknown[] = Array.isArray(value) ? value : value ? [value] : [];
  return items.map(Number);
}
