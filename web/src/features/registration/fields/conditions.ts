/** The nine matching conditions as the form lays them out, and their items in the draft. */
import type { ConditionDraft, Core, FieldRule, ProfileDraft } from "../../../core/core";
import type { useText } from "../../../i18n/use-text";
import { formatIncome, formatLength } from "../form/formats";
import type { FieldName } from "../form/page-table";

type Text = ReturnType<typeof useText>;

/** How a condition is asked. */
export interface ConditionLayout {
  type: string;
  control: "range" | "education" | "yesNo";
  /** The message of a range's unit; a range without one is chosen by its thumbs alone. */
  unit?: string;
}

/** In the order they are asked. */
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

/** A bound of a range condition in words. */
export function formatBound(t: Text, type: string, value: number): string {
  if (type === "INCOME") return formatIncome(value);
  if (type === "HEIGHT") return formatLength(value, "centimeter");
  return t("register.years", { count: value });
}

/** Where the thumbs of a range can stop: what others may answer to the same question. */
export function scaleOf(
  type: string,
  core: Core,
  ruleOf: (field: FieldName) => FieldRule | undefined,
): number[] {
  if (type === "AGE") return stopsBetween(ruleOf("birthday"), 1);
  if (type === "HEIGHT") return stopsBetween(ruleOf("height"), 1);
  // Income is known by its bracket only, so a bound between two ends of brackets says no more.
  const ends = core.vocabulary().incomeRange.flatMap((word) => word.match(/\d+/g) ?? []);
  return [...new Set(ends.map(Number))].sort((a, b) => a - b);
}

/** Every `step` from the least to the most that a rule allows. */
export function stopsBetween(rule: FieldRule | undefined, step: number): number[] {
  const { min = 0, max = 0 } = rule ?? {};
  return Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, at) => min + at * step);
}

/** The condition of a type and its index in the draft; the index is -1 before it was first touched. */
export function findCondition(draft: Pick<ProfileDraft, "valueItem">, type: string) {
  const items = draft.valueItem ?? [];
  const index = items.findIndex((item) => item.type === type);
  const item = items[index];
  return { index, item, isSelected: item !== undefined && item.selected !== false };
}

/** The conditions with one changed; switching one off keeps what was typed in it. */
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
