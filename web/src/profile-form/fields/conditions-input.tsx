/** The inputs of the nine matching conditions: a switch with a range or a list below it, or three radio buttons. */

import {
  controlId,
  useErrorAt,
  useFormState,
  useFormTools,
  useShownErrors,
} from "#/profile-form/answers/form-context";
import { generalText } from "#/profile-form/answers/form-errors";
import { surfaceClass } from "#/ui/card";
import { ChoiceField } from "#/ui/fields/choice-field";
import { GroupFrame } from "#/ui/fields/field-frame";
import { RangeField } from "#/ui/fields/range-field";
import { SelectField } from "#/ui/fields/select-field";
import { SwitchField } from "#/ui/fields/switch-field";
import {
  type ConditionLayout,
  conditionLayouts,
  findCondition,
  formatBound,
  scaleOf,
  withCondition,
} from "./conditions";
import { labelsOf, wordOptions } from "./inputs";

export function ConditionsInput() {
  const tools = useFormTools();
  const texts = labelsOf(tools, { name: "valueItem", hint: true });
  const own = useShownErrors().find((error) => error.path === "valueItem");
  return (
    <GroupFrame {...texts} error={own && generalText(tools.t, own, texts.label)}>
      <ul className={`m-0 flex list-none flex-col divide-y divide-line p-0 px-4 ${surfaceClass}`}>
        {conditionLayouts.map((layout) => (
          <li key={layout.type} className={layout.control === "yesNo" ? "pt-3 pb-4" : "py-2"}>
            <ConditionInput layout={layout} />
          </li>
        ))}
      </ul>
    </GroupFrame>
  );
}

function useCondition(type: string) {
  const { store } = useFormTools();
  // Select item and index separately. One object with both would be new at each call, so React would render forever.
  const item = useFormState(({ draft }) => findCondition(draft, type).item);
  const index = useFormState(({ draft }) => findCondition(draft, type).index);
  const change = (changed: Parameters<typeof withCondition>[2]) =>
    store.setField("valueItem", withCondition(store.getState().draft, type, changed));
  return { item, index, isSelected: item !== undefined && item.selected !== false, change };
}

function ConditionInput({ layout }: { layout: ConditionLayout }) {
  const { t } = useFormTools();
  const { isSelected, change } = useCondition(layout.type);
  if (layout.control === "yesNo") return <YesNoCondition type={layout.type} />;
  return (
    <>
      <SwitchField
        id={controlId(`condition.${layout.type}`)}
        label={t(`vocabulary.condition.${layout.type}`)}
        checked={isSelected}
        onChange={(selected) => change({ selected })}
      />
      {isSelected ? (
        <div className="pt-1 pb-3">
          {layout.control === "range" ? (
            <RangeCondition layout={layout} />
          ) : (
            <EducationCondition type={layout.type} />
          )}
        </div>
      ) : null}
    </>
  );
}

function RangeCondition({ layout: { type, unit } }: { layout: ConditionLayout }) {
  const { t, core, ruleOf } = useFormTools();
  const { item, index, change } = useCondition(type);
  const errors = {
    from: useErrorAt(`valueItem[${index}].from`).message,
    to: useErrorAt(`valueItem[${index}].to`).message,
  };
  const bound = (part: "from" | "to") => ({
    id: controlId(`valueItem[${index}].${part}`),
    label: t(`register.range.${part}`, { label: t(`vocabulary.condition.${type}`) }),
    value: boundText(item?.[part]),
    error: errors[part],
    onChange: (value: string) => change({ [part]: value }),
  });
  return (
    <RangeField
      from={bound("from")}
      to={bound("to")}
      scale={scaleOf(type, core, ruleOf)}
      textOf={(value) => formatBound(t, type, value)}
      textBetween={(low, high) => t("register.range.between", { from: low, to: high })}
      anyText={t("register.range.any")}
      unit={unit && t(unit)}
    />
  );
}

function EducationCondition({ type }: { type: string }) {
  const tools = useFormTools();
  const { item, index, change } = useCondition(type);
  const { message } = useErrorAt(`valueItem[${index}]`);
  return (
    <SelectField
      id={controlId(`valueItem[${index}].value`)}
      label={tools.t(`register.condition.${type}`)}
      error={message}
      value={String(item?.value ?? "")}
      emptyLabel={tools.t("register.choose")}
      options={wordOptions(tools, "education", tools.core.vocabulary().education)}
      onChange={(value) => change({ value })}
    />
  );
}

/**
 * Three radio buttons: "Doesn't matter", "no" and "yes". With a switch, the person could believe that the question is
 * about themselves and not about the partner.
 */
function YesNoCondition({ type }: { type: string }) {
  const { t } = useFormTools();
  const { item, index, isSelected, change } = useCondition(type);
  const { message } = useErrorAt(`valueItem[${index}]`);
  return (
    <ChoiceField
      // Before the first choice, the draft has no item of this type and so no path. Use the type for the id.
      id={controlId(index < 0 ? `condition.${type}` : `valueItem[${index}].value`)}
      label={t(`register.condition.${type}`)}
      error={message}
      value={isSelected ? String(item?.value ?? "") : "any"}
      options={[
        { value: "any", label: t("register.condition.any") },
        { value: "false", label: t("register.condition.no") },
        { value: "true", label: t("register.condition.yes") },
      ]}
      onChange={(word) =>
        change(word === "any" ? { selected: false } : { selected: true, value: word === "true" })
      }
    />
  );
}

/** A bound of 0 means that the range has no such bound, so the input is empty. */
function boundText(bound: unknown): string {
  return bound === undefined || bound === null || bound === 0 ? "" : String(bound);
}
