/** Tags of one group of the catalogue, as chips or as a single choice. */
import { ChoiceField } from "../../../ui/fields/choice-field";
import { TagField } from "../../../ui/fields/tag-field";
import type { AnswerSource } from "../form/form-context";
import type { FieldName } from "../form/page-table";
import { type InputProps, useField } from "./use-field";

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

/** Any number of tags up to the limit. */
export function TagInput(props: InputProps) {
  const { tools, texts, value, put } = useField(props);
  const chosen = chosenIds(value);
  const max = tools.ruleOf(props.name)?.max ?? Number.POSITIVE_INFINITY;
  const isFull = chosen.length >= max;
  const words = isFull ? "register.tagsFull" : "register.tagCounter";
  return (
    <TagField
      {...texts}
      counter={Number.isFinite(max) ? tools.t(words, { count: chosen.length, max }) : undefined}
      isFull={isFull}
      over={chosen.length > max}
      tags={tagsOf(tools, props.name)}
      value={chosen}
      onChange={put}
    />
  );
}

/** Exactly one tag. */
export function SingleTagInput(props: InputProps) {
  const { tools, texts, value, put } = useField(props);
  return (
    <ChoiceField
      {...texts}
      layout="column"
      options={tagsOf(tools, props.name).map(({ id, label }) => ({ value: String(id), label }))}
      value={String(chosenIds(value)[0] ?? "")}
      onChange={(id) => put([Number(id)])}
    />
  );
}
