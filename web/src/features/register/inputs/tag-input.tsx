/** Tags of one group of the catalogue, as chips or as a single choice. */
import { ChoiceField } from "../../../ui/fields/choice-field";
import { TagField } from "../../../ui/fields/tag-field";
import { type AnswerSource, useForm } from "../form/form-context";
import type { FieldName } from "../form/page-table";
import { fieldTexts, put } from "./inputs";

interface TagInputProps {
  name: FieldName;
  hint?: boolean;
}

/** The tags of the group behind a field, with their translations. */
export function tagsOf(
  form: Pick<AnswerSource, "core" | "t">,
  name: FieldName,
): { id: number; label: string }[] {
  const group = form.core.catalogue().tagGroups.find((held) => held.field === name);
  return (group?.tags ?? []).map((tag) => ({
    id: tag.id,
    label: form.t(`vocabulary.${group?.group}.${tag.key}`),
  }));
}

/** The ids chosen in a field; a draft may hold them as text, or one alone. */
export function chosenIds(form: Pick<AnswerSource, "draft">, name: FieldName): number[] {
  const value: unknown = form.draft[name];
  const items: unknown[] = Array.isArray(value) ? value : value ? [value] : [];
  return items.map(Number);
}

/** Any number of tags up to the limit. */
export function TagInput(props: TagInputProps) {
  const form = useForm();
  const value = chosenIds(form, props.name);
  const max = form.ruleOf(props.name)?.max;
  return (
    <TagField
      {...fieldTexts(form, props)}
      counter={
        max === undefined ? undefined : form.t("register.tagCounter", { count: value.length, max })
      }
      over={max !== undefined && value.length > max}
      tags={tagsOf(form, props.name)}
      value={value}
      onChange={(ids) => put(form, props.name, ids)}
    />
  );
}

/** Exactly one tag. */
export function SingleTagInput(props: TagInputProps) {
  const form = useForm();
  const tags = tagsOf(form, props.name);
  return (
    <ChoiceField
      {...fieldTexts(form, props)}
      layout="column"
      options={tags.map((tag) => ({ value: String(tag.id), label: tag.label }))}
      value={String(chosenIds(form, props.name)[0] ?? "")}
      onChange={(id) => put(form, props.name, [Number(id)])}
    />
  );
}
