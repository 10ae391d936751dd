/** The nine matching conditions, with their controls in the form and their items in the draft. */
import type { ConditionDraft, Core, FieldRule, ProfileDraft } from "#/core/core";
import type { Text } from "#/i18n/use-text";
import { formatIncome, formatLength } from "#/profile-form/answers/formats";
import type { FieldName } from "#/profile-form/answers/page-table";

export interface ConditionLayout {
  type: string;
  control: "range" | "education" | "yesNo";
  /** The message id of a range's unit. A range without a unit has a slider only, and no inputs for exact numbers. */
  unit?: string;
}

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

export function formatBound(t: Text, type: string, value: number): string {
  if (type === "INCOME") return formatIncome(t, value);
  if (type === "HEIGHT") return formatLength(value, "centimeter");
  return t("register.years", { count: value });
}

/** Returns the numbers at which a slider stops. These are the values that the profiles of other members can have. */
export function scaleOf(
  type: string,
  core: Core,
  ruleOf: (field: FieldName) => FieldRule | undefined,
): number[] {
  if (type === "AGE") return stopsBetween(ruleOf("birthday"), 1);
  if (type === "HEIGHT") return stopsBetween(ruleOf("height"), 1);
  // Stop only at the ends of the income brackets, because a profile has a bracket and no exact income.
  const ends = core.vocabulary().incomeRange.flatMap((word) => word.match(/\d+/g) ?? []);
  return [...new Set(ends.map(Number))].sort((a, b) => a - b);
}

export function stopsBetween(rule: FieldRule | undefined, step: number): number[] {
  const { min = 0, max = 0 } = rule ?? {};
  return Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, at) => min + at * step);
}

/** Finds a condition in the draft. The index is -1 until the person first changes the condition. */
export function findCondition(draft: Pick<ProfileDraft, "valueItem">, type: string) {
  const items = draft.valueItem ?? [];
  const index = items.findIndex((item) => item.type === type);
  const item = items[index];
  return { index, item, isSelected: item !== undefined && item.selected !== false };
}

/** Returns all conditions after a change of one condition. A condition that is switched off keeps its bounds. */
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
