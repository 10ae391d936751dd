/** Tags of one group of the catalogue, as chips or as a single choice. */
import { ChoiceField } from "../../../ui/fields/choice-field";
import { TagField } from "../../../ui/fields/tag-field";
import { chosenIds, tagsOf } from "./tags";
import { type InputProps, useField } from "./use-field";

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
