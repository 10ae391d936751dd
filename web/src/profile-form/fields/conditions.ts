/** The nine matching conditions: their controls in the form, and their items in the draft. */
import type { ConditionDraft, Core, FieldRule, ProfileDraft } from "#/core/core";
import type { Text } from "#/i18n/use-text";
import { formatIncome, formatLength } from "#/profile-form/answers/formats";
import type { FieldName } from "#/profile-form/answers/page-table";

/** The control of a condition. */
export interface ConditionLayout {
  type: string;
  control: "range" | "education" | "yesNo";
  /** The message of a range's unit. A range without a unit has thumbs only, and no boxes. */
  unit?: string;
}

/** The conditions in the order of the form. */
export const conditionLayouts: readonly ConditionLayout[] = [
  { type: "AGE", control: "range", unit: "register.unit.years" },
  { type: "HEIGHT", control: "range", unit: "register.unit.cm" },
  { type: "INCOME", control: "range" },
  { type: "EDUCATION", control: "education" },
  { type: "MARRIAGE_RECORD", control: "yesNo" },
  { type: "HAS_CHILDREN", control: "yesNo" },
  { type: "SMOKE", control: "yesNo" },
  { type: "DRINK", control: "yesNo" },
  { type: "TATTOO", control: "yesNo" },
];

/** Formats a bound of a range condition. */
export function formatBound(t: Text, type: string, value: number): string {
  if (type === "INCOME") return formatIncome(t, value);
  if (type === "HEIGHT") return formatLength(value, "centimeter");
  return t("register.years", { count: value });
}

/** Returns the stops of a range's thumbs: the answers that others may give to the same question. */
export function scaleOf(
  type: string,
  core: Core,
  ruleOf: (field: FieldName) => FieldRule | undefined,
): number[] {
  if (type === "AGE") return stopsBetween(ruleOf("birthday"), 1);
  if (type === "HEIGHT") return stopsBetween(ruleOf("height"), 1);
  // The profile holds an income bracket only, so a bound inside of a bracket has no effect.
  const ends = core.vocabulary().incomeRange.flatMap((word) => word.match(/\d+/g) ?? []);
  return [...new Set(ends.map(Number))].sort((a, b) => a - b);
}

/** Returns every `step`-th number from the lowest to the highest that a rule allows. */
export function stopsBetween(rule: FieldRule | undefined, step: number): number[] {
  const { min = 0, max = 0 } = rule ?? {};
  return Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, at) => min + at * step);
}

/** Finds the condition of a type and its index in the draft; -1 until the person first changes it. */
export function findCondition(draft: Pick<ProfileDraft, "valueItem">, type: string) {
  const items = draft.valueItem ?? [];
  const index = items.findIndex((item) => item.type === type);
  const item = items[index];
  return { index, item, isSelected: item !== undefined && item.selected !== false };
}

/** Returns the conditions with one of them changed. Switching a condition off keeps its bounds. */
export function withCondition(
  draft: ProfileDraft,
  type: string,
  change: Partial<Record<"selected" | "from" | "to" | "value", unknown>>,
): ConditionDraft[] {
  const items = draft.valueItem ?? [];
  const changed = { type, selected: true, ...findCondition(draft, type).item, ...change };
  return (
    items.some((item) => item.type === type)
      ? items.map((item) => (item.type === type ? changed : item))
      : [...items, changed]
  ) as ConditionDraft[];
}
