/** The nine matching conditions, each switched on before it asks anything. */
import { ChoiceField } from "../../../ui/fields/choice-field";
import { FieldError } from "../../../ui/fields/field-frame";
import { RangeField } from "../../../ui/fields/range-field";
import { SelectField } from "../../../ui/fields/select-field";
import { SwitchField } from "../../../ui/fields/switch-field";
import { controlId, useForm } from "../form/form-context";
import { type ConditionLayout, conditionLayouts, findCondition, withCondition } from "./conditions";
import { wordOptions, yesNoOptions } from "./inputs";

/** All conditions under one heading. */
export function ConditionsInput() {
  const { t, errors } = useForm();
  const own = errors.find((error) => error.path === "valueItem");
  return (
    <fieldset id={controlId("valueItem")} className="m-0 min-w-0 border-0 p-0">
      <legend className="p-0 font-semibold text-ink">{t("register.valueItem.label")}</legend>
      <p className="mt-1 mb-3 text-sm text-muted">{t("register.valueItem.hint")}</p>
      <FieldError id={controlId("valueItem")} error={own && t(`errors.${own.code}`, own.params)} />
      <ul className="m-0 flex list-none flex-col divide-y divide-line rounded-lg border border-line bg-surface p-0 px-4">
        {conditionLayouts.map((layout) => (
          <li key={layout.type} className="py-2">
            <ConditionInput layout={layout} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function ConditionInput({ layout }: { layout: ConditionLayout }) {
  const { t, draft, store } = useForm();
  const { isSelected } = findCondition(draft, layout.type);
  return (
    <>
      <SwitchField
        id={controlId(`condition.${layout.type}`)}
        label={t(`vocabulary.condition.${layout.type}`)}
        checked={isSelected}
        onChange={(selected) =>
          store.setField("valueItem", withCondition(draft, layout.type, { selected }))
        }
      />
      {isSelected ? (
        <div className="pt-1 pb-3">
          <ConditionControl layout={layout} />
        </div>
      ) : null}
    </>
  );
}

function ConditionControl({ layout }: { layout: ConditionLayout }) {
  const form = useForm();
  const { t, draft, store, core, errorAt } = form;
  const { type, control, unit } = layout;
  const { index, item } = findCondition(draft, type);
  const change = (part: "from" | "to" | "value", value: unknown) =>
    store.setField("valueItem", withCondition(draft, type, { [part]: value }));
  const path = `valueItem[${index}]`;
  if (control === "range") {
    const bound = (part: "from" | "to") => ({
      id: controlId(`${path}.${part}`),
      label: t(`register.range.${part}`, { label: t(`vocabulary.condition.${type}`) }),
      value: boundText(item?.[part]),
      error: errorAt(`${path}.${part}`),
      onChange: (value: string) => change(part, value),
    });
    return (
      <RangeField
        from={bound("from")}
        to={bound("to")}
        unit={t(unit ?? "")}
        placeholder={t("register.range.any")}
      />
    );
  }
  const texts = {
    id: controlId(`${path}.value`),
    label: t(`register.condition.${type}`),
    error: errorAt(`${path}.value`) ?? errorAt(path),
    value: String(item?.value ?? ""),
  };
  return control === "education" ? (
    <SelectField
      {...texts}
      emptyLabel={t("register.choose")}
      options={wordOptions(form, "education", core.vocabulary().education)}
      onChange={(value) => change("value", value)}
    />
  ) : (
    <ChoiceField
      {...texts}
      options={yesNoOptions(form)}
      onChange={(value) => change("value", value === "true")}
    />
  );
}

/** An open bound is 0 on the wire and an empty box on the screen. */
function boundText(bound: unknown): string {
  return bound === undefined || bound === null || bound === 0 ? "" : String(bound);
}
