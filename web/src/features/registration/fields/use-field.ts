/** One field of the draft for its input: value, words and limits, drawn again only when they change. */
import type { ProfileDraft } from "../../../core/core";
import type { FieldTexts } from "../../../ui/fields/field-frame";
import {
  controlId,
  type FormTools,
  useErrorAt,
  useFormState,
  useFormTools,
} from "../form/form-context";
import type { FormError } from "../form/form-errors";
import { asksField, type FieldName } from "../form/page-table";

export interface InputProps {
  name: FieldName;
  /** The field has a hint among the messages. */
  hint?: boolean;
  /** Asked for because of another answer, so it is not marked as optional. */
  isAsked?: boolean;
}

/** A field as its input sees it. */
export interface Field {
  tools: FormTools;
  texts: FieldTexts;
  error: FormError | undefined;
  /** Whatever the draft holds, as the text of a box. */
  text: string;
  value: unknown;
  /** Stores a value whose type the core reads leniently. */
  put: (value: unknown) => void;
}

/** The field called `props.name`. */
export function useField(props: InputProps): Field {
  const { name } = props;
  const tools = useFormTools();
  const value: unknown = useFormState((state) => state.draft[name]);
  const { error, message } = useErrorAt(name);
  return {
    tools,
    texts: { ...fieldWords(tools, props), error: message },
    error,
    text: typeof value === "string" || typeof value === "number" ? String(value) : "",
    value,
    put: (changed) => tools.store.setField(name, changed as ProfileDraft[FieldName]),
  };
}

/** Label, hint and mark of a field, and what a reviewer said of it. */
export function fieldWords(
  { t, ruleOf, store }: Pick<FormTools, "t" | "ruleOf" | "store">,
  { name, hint, isAsked }: InputProps,
): FieldTexts {
  const isOptional = ruleOf(name)?.required === false && !isAsked;
  return {
    id: controlId(name),
    label: t(`register.${name}.label`),
    hint: hint ? t(`register.${name as string}.hint`) : undefined,
    note: isOptional ? t("register.optional") : undefined,
    remark: store.scope.remarks.get(name),
    isLeftOut: !asksField(store.scope, name),
  };
}

/** Characters as the core counts them: Unicode scalar values of the trimmed text. */
export function counterOf({ t, ruleOf }: FormTools, name: FieldName, text: string) {
  const max = ruleOf(name)?.max;
  if (max === undefined) return {};
  const count = [...text.trim()].length;
  return { counter: t("register.counter", { count, max }), over: count > max };
}
