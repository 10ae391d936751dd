/** Connects the inputs of `ui/fields` to a field of the draft: value, label, hint, error and limits. */
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import type { ProfileDraft } from "#/core/core";
import { countCharacters } from "#/lib/characters";
import {
  controlId,
  type Form,
  type FormTools,
  useErrorAt,
  useFormState,
  useFormTools,
} from "#/profile-form/answers/form-context";
import { formatLength, formatWord } from "#/profile-form/answers/formats";
import { asksField, type FieldName } from "#/profile-form/answers/page-table";
import { markOf } from "#/profile-form/answers/visibility";
import type { FormError } from "#/profile-form/form-error";
import { ChoiceField } from "#/ui/fields/choice-field";
import { DateField } from "#/ui/fields/date-field";
import type { FieldTexts } from "#/ui/fields/field-frame";
import { NumberSliderField } from "#/ui/fields/number-slider-field";
import { SelectField } from "#/ui/fields/select-field";
import { TagField } from "#/ui/fields/tag-field";
import { TextArea } from "#/ui/fields/text-area";
import { TextField } from "#/ui/fields/text-field";
import { chosenTagIds, tagsOf } from "./catalogue-options";
import { stopsBetween } from "./conditions";

interface InputProps {
  name: FieldName;
  hint?: boolean;
  /** True if another answer makes the field required. The label then has no "optional". */
  isRequired?: boolean;
}

interface Field {
  tools: FormTools;
  texts: FieldTexts;
  error: FormError | undefined;
  /** The value as a text to edit. Empty if the value is neither a text nor a number. */
  text: string;
  value: unknown;
  /** Stores a value in the draft. A number may be typed text, which core converts for the payload. */
  onChange: (value: unknown) => void;
}

/** Returns the field called `props.name`. The component renders again only if this field or its error changes. */
export function useField(props: InputProps): Field {
  const { name } = props;
  const tools = useFormTools();
  const value: unknown = useFormState((state) => state.draft[name]);
  const { error, message } = useErrorAt(name);
  return {
    tools,
    texts: { ...labelsOf(tools, props), error: message },
    error,
    text: typeof value === "string" || typeof value === "number" ? String(value) : "",
    value,
    onChange: (changed) => tools.store.setField(name, changed as ProfileDraft[FieldName]),
  };
}

export function labelsOf(
  { t, ruleOf, store }: Pick<FormTools, "t" | "ruleOf" | "store">,
  { name, hint, isRequired }: InputProps,
): FieldTexts {
  const isOptional = ruleOf(name)?.required === false && !isRequired;
  return {
    id: controlId(name),
    label: t(`vocabulary.field.${name}`),
    hint: hint ? t(`register.${name as string}.hint`) : undefined,
    note: isOptional ? t("register.optional") : undefined,
    mark: markOf({ t, ruleOf }, name),
    remark: store.scope.remarks.get(name),
    isLeftOut: !asksField(store.scope, name),
  };
}

export function fieldTexts(form: Form, props: InputProps): FieldTexts {
  return { ...labelsOf(form, props), error: form.errorAt(props.name) };
}

/**
 * Returns the character counter of a text. While the text is too short, the counter names the minimum, so that the
 * person knows it before pressing Continue.
 */
function counterOf({ t, ruleOf }: FormTools, name: FieldName, text: string) {
  const { min = 0, max } = ruleOf(name) ?? {};
  if (max === undefined) return {};
  const count = countCharacters(text);
  // Do not name a minimum of one character, because it only means that the field is required.
  const id = min > 1 && count < min ? "register.counterToMin" : "register.counter";
  return { counter: t(id, { count, min, max }), over: count > max };
}

export function TextInput(
  props: InputProps & {
    kind?: "text" | "number" | "url";
    unit?: string;
    autoComplete?: string;
    counted?: boolean;
    /** A button that fills the input. It is above the input, so that Enter in the input moves to the next question. */
    offer?: ReactNode;
  },
) {
  const field = useField(props);
  return (
    <TextField
      {...field.texts}
      {...(props.counted ? counterOf(field.tools, props.name, field.text) : {})}
      errorAction={props.offer}
      kind={props.kind}
      unit={props.unit}
      autoComplete={props.autoComplete}
      value={field.text}
      onChange={field.onChange}
    />
  );
}

interface LongTextInputProps extends InputProps {
  rows?: number;
  /** The number of sentence beginnings in the message files for the field. A tap inserts a beginning. */
  openings?: number;
}

export function LongTextInput(props: LongTextInputProps) {
  const field = useField(props);
  return (
    <TextArea
      {...field.texts}
      {...counterOf(field.tools, props.name, field.text)}
      errorAction={<Openings field={field} name={props.name} count={props.openings ?? 0} />}
      rows={props.rows ?? 4}
      value={field.text}
      onChange={field.onChange}
    />
  );
}

interface OpeningsProps {
  field: Field;
  name: FieldName;
  count: number;
}

/** Offers beginnings of sentences for the person to complete. Leaves out a beginning that the text has already. */
function Openings({ field, name, count }: OpeningsProps) {
  const { t } = field.tools;
  const openings = Array.from({ length: count }, (_, index) =>
    t(`register.${name as string}.opening.${index + 1}`),
  );
  const open = openings.filter((opening) => !field.text.includes(startOf(opening)));
  if (open.length === 0) return null;
  const add = (opening: string) => {
    const before = field.text.trimEnd();
    flushSync(() => field.onChange((before ? `${before}\n` : "") + startOf(opening)));
    const box = document.getElementById(controlId(name));
    if (!(box instanceof HTMLTextAreaElement)) return;
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  };
  return (
    <ul aria-label={t("register.openings")} className="m-0 flex list-none flex-wrap gap-2 p-0">
      {open.map((opening) => (
        <li key={opening}>
          <button
            type="button"
            className="min-h-11 cursor-pointer rounded-md border border-dashed border-control px-3 py-1.5 text-left text-sm text-ink hover:bg-sunken"
            onClick={() => add(opening)}
          >
            {opening}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Removes the ellipsis. Only the button shows the ellipsis, to tell the person to complete the sentence. */
function startOf(opening: string): string {
  return opening.replace(/…$/, "");
}

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
      onChange={field.onChange}
    />
  );
}

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
      onChange={(word) => field.onChange(word === "true")}
    />
  );
}

export function SelectInput(
  props: InputProps & { options: readonly { value: string; label: string }[] },
) {
  const field = useField(props);
  return (
    <SelectField
      {...field.texts}
      emptyLabel={field.tools.t("register.choose")}
      options={props.options}
      value={field.text}
      onChange={field.onChange}
    />
  );
}

export function wordOptions({ t }: Pick<FormTools, "t">, list: string, words: readonly string[]) {
  return words.map((word) => ({ value: word, label: formatWord(t, list, word) }));
}

export function BirthdayInput() {
  const { texts, text, onChange, tools } = useField({ name: "birthday", hint: true });
  const { t } = tools;
  const partLabels = {
    year: t("register.birthday.year"),
    month: t("register.birthday.month"),
    day: t("register.birthday.day"),
  };
  return (
    <DateField {...texts} partLabels={partLabels} isBirthday value={text} onChange={onChange} />
  );
}

/** The step of the distance slider. Single kilometres hardly matter, and the input beside it accepts any number. */
const distanceStepKm = 10;

export function DistanceInput() {
  const { texts, text, onChange, tools } = useField({ name: "recommendDistanceKm", hint: true });
  const { t, ruleOf } = tools;
  return (
    <NumberSliderField
      {...texts}
      value={text}
      onChange={onChange}
      unit={t("register.unit.km")}
      scale={stopsBetween(ruleOf("recommendDistanceKm"), distanceStepKm)}
      textOf={(value) => formatLength(value, "kilometer")}
      anyText={t("register.anyDistance")}
    />
  );
}

export function TagInput(props: InputProps) {
  const { tools, texts, value, onChange } = useField(props);
  const chosen = chosenTagIds(value);
  const max = tools.ruleOf(props.name)?.max ?? Number.POSITIVE_INFINITY;
  const isLimited = Number.isFinite(max);
  const count = { count: chosen.length, max };
  return (
    <TagField
      {...texts}
      counter={isLimited ? tools.t("register.tagCounter", count) : undefined}
      fullText={isLimited ? tools.t("register.tagsFull", count) : undefined}
      isFull={chosen.length >= max}
      over={chosen.length > max}
      tags={tagsOf(tools, props.name)}
      value={chosen}
      onChange={onChange}
    />
  );
}

export function SingleTagInput(props: InputProps) {
  const { tools, texts, value, onChange } = useField(props);
  return (
    <ChoiceField
      {...texts}
      layout="column"
      options={tagsOf(tools, props.name).map(({ id, label }) => ({ value: String(id), label }))}
      value={String(chosenTagIds(value)[0] ?? "")}
      onChange={(id) => onChange([Number(id)])}
    />
  );
}
