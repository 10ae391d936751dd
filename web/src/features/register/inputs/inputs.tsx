/** The fields of `ui` bound to the draft by name: label, hint, error and limits come by themselves. */
import type { ProfileDraft } from "../../../core/core";
import { ChoiceField } from "../../../ui/fields/choice-field";
import { DateField } from "../../../ui/fields/date-field";
import type { FieldTexts } from "../../../ui/fields/field-frame";
import { type OptionGroup, SelectField } from "../../../ui/fields/select-field";
import { TextArea } from "../../../ui/fields/text-area";
import { TextField } from "../../../ui/fields/text-field";
import { controlId, type Form, useForm } from "../form/form-context";
import { asksField, type FieldName } from "../form/page-table";

interface InputProps {
  name: FieldName;
  /** The field has a hint among the messages. */
  hint?: boolean;
  /** Asked for because of another answer, so it is not marked as optional. */
  isAsked?: boolean;
}

/** Label, hint, mark and error of a field. */
export function fieldTexts(form: Form, { name, hint, isAsked }: InputProps): FieldTexts {
  const { t } = form;
  const isOptional = form.ruleOf(name)?.required === false && !isAsked;
  return {
    id: controlId(name),
    label: t(`register.${name}.label`),
    hint: hint ? t(`register.${name}.hint`) : undefined,
    note: isOptional ? t("register.optional") : undefined,
    error: form.errorAt(name),
    remark: form.store.scope.remarks.get(name),
    isLeftOut: !asksField(form.store.scope, name),
  };
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
  const form = useForm();
  const value = textOf(form, props.name);
  return (
    <TextField
      {...fieldTexts(form, props)}
      kind={props.kind}
      unit={props.unit}
      autoComplete={props.autoComplete}
      counter={props.counted ? counterOf(form, props.name, value).counter : undefined}
      value={value}
      onChange={(text) => put(form, props.name, text)}
    />
  );
}

/** Several lines of text, counted. */
export function LongTextInput(props: InputProps & { rows?: number }) {
  const form = useForm();
  const value = textOf(form, props.name);
  return (
    <TextArea
      {...fieldTexts(form, props)}
      {...counterOf(form, props.name, value)}
      rows={props.rows ?? 4}
      value={value}
      onChange={(text) => put(form, props.name, text)}
    />
  );
}

/** A date. */
export function DateInput(props: InputProps & { autoComplete?: string }) {
  const form = useForm();
  return (
    <DateField
      {...fieldTexts(form, props)}
      autoComplete={props.autoComplete}
      value={textOf(form, props.name)}
      onChange={(date) => put(form, props.name, date)}
    />
  );
}

/** One of a few words, all in sight. */
export function ChoiceInput(
  props: InputProps & { list: string; words: readonly string[]; layout?: "row" | "column" },
) {
  const form = useForm();
  return (
    <ChoiceField
      {...fieldTexts(form, props)}
      layout={props.layout}
      value={textOf(form, props.name)}
      options={wordOptions(form, props.list, props.words)}
      onChange={(word) => put(form, props.name, word)}
    />
  );
}

/** Yes or no, with neither chosen beforehand. */
export function YesNoInput(props: InputProps) {
  const form = useForm();
  return (
    <ChoiceField
      {...fieldTexts(form, props)}
      value={String(form.draft[props.name] ?? "")}
      options={yesNoOptions(form)}
      onChange={(word) => put(form, props.name, word === "true")}
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
  const form = useForm();
  return (
    <SelectField
      {...fieldTexts(form, props)}
      emptyLabel={form.t("register.choose")}
      {...(props.options ? { options: props.options } : {})}
      {...(props.groups ? { groups: props.groups } : {})}
      value={textOf(form, props.name)}
      onChange={(value) => put(form, props.name, value)}
    />
  );
}

/** The words of a list with their translations. */
export function wordOptions(form: Form, list: string, words: readonly string[]) {
  return words.map((word) => ({ value: word, label: form.t(`vocabulary.${list}.${word}`) }));
}

/** Yes and no as options. */
export function yesNoOptions(form: Form) {
  return [
    { value: "true", label: form.t("register.yes") },
    { value: "false", label: form.t("register.no") },
  ];
}

/** Characters as the core counts them: Unicode scalar values of the trimmed text. */
function counterOf(form: Form, name: FieldName, value: string) {
  const max = form.ruleOf(name)?.max;
  if (max === undefined) return {};
  const count = [...value.trim()].length;
  return { counter: form.t("register.counter", { count, max }), over: count > max };
}
