/** The fields of `ui` bound to the draft by name: label, hint, error and limits come by themselves. */
import type { ProfileDraft } from "../../../core/core";
import { ChoiceField } from "../../../ui/fields/choice-field";
import type { FieldTexts } from "../../../ui/fields/field-frame";
import { type OptionGroup, SelectField } from "../../../ui/fields/select-field";
import { TextArea } from "../../../ui/fields/text-area";
import { TextField } from "../../../ui/fields/text-field";
import type { Form, FormTools } from "../form/form-context";
import type { FieldName } from "../form/page-table";
import { removeRefused } from "./refused-characters";
import { counterOf, fieldWords, type InputProps, useField } from "./use-field";

/** Label, hint, mark and error of a field, for inputs that draw all of the form's state. */
export function fieldTexts(form: Form, props: InputProps): FieldTexts {
  return { ...fieldWords(form, props), error: form.errorAt(props.name) };
}

/** Whatever a draft holds for the field, as the text of a box. */
export function textOf(form: Form, name: FieldName): string {
  const value: unknown = form.draft[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Stores a value whose type the core reads leniently. */
export function put(form: Form, name: FieldName, value: unknown): void {
  form.store.setField(name, value as ProfileDraft[FieldName]);
}

/** One line of text. */
export function TextInput(
  props: InputProps & {
    kind?: "text" | "number" | "url";
    unit?: string;
    autoComplete?: string;
    counted?: boolean;
  },
) {
  const field = useField(props);
  return (
    <TextField
      {...field.texts}
      {...(props.counted ? counterOf(field.tools, props.name, field.text) : {})}
      errorAction={removeRefused(field, props.name)}
      kind={props.kind}
      unit={props.unit}
      autoComplete={props.autoComplete}
      value={field.text}
      onChange={field.put}
    />
  );
}

/** Several lines of text, counted. */
export function LongTextInput(props: InputProps & { rows?: number }) {
  const field = useField(props);
  return (
    <TextArea
      {...field.texts}
      {...counterOf(field.tools, props.name, field.text)}
      errorAction={removeRefused(field, props.name)}
      rows={props.rows ?? 4}
      value={field.text}
      onChange={field.put}
    />
  );
}

/** One of a few words, all in sight. */
export function ChoiceInput(
  props: InputProps & { list: string; words: readonly string[]; layout?: "row" | "column" },
) {
  const field = useField(props);
  return (
    <ChoiceField
      {...field.texts}
      layout={props.layout}
      value={field.text}
      options={wordOptions(field.tools, props.list, props.words)}
      onChange={field.put}
    />
  );
}

/** Yes or no, with neither chosen beforehand. */
export function YesNoInput(props: InputProps) {
  const field = useField(props);
  return (
    <ChoiceField
      {...field.texts}
      value={String(field.value ?? "")}
      options={[
        { value: "true", label: field.tools.t("register.yes") },
        { value: "false", label: field.tools.t("register.no") },
      ]}
      onChange={(word) => field.put(word === "true")}
    />
  );
}

/** One of many, by the device's picker. */
export function SelectInput(
  props: InputProps & {
    options?: readonly { value: string; label: string }[];
    groups?: readonly OptionGroup[];
  },
) {
  const field = useField(props);
  return (
    <SelectField
      {...field.texts}
      emptyLabel={field.tools.t("register.choose")}
      {...(props.options ? { options: props.options } : {})}
      {...(props.groups ? { groups: props.groups } : {})}
      value={field.text}
      onChange={field.put}
    />
  );
}

/** The words of a list with their translations. */
export function wordOptions({ t }: Pick<FormTools, "t">, list: string, words: readonly string[]) {
  return words.map((word) => ({ value: word, label: t(`vocabulary.${list}.${word}`) }));
}
