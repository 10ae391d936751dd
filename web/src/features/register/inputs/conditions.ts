/** The nine matching conditions as the form lays them out, and their items in the draft. */
import type { ConditionDraft, ProfileDraft } from "../../../core/core";

/** How a condition is asked. */
export interface ConditionLayout {
  type: string;
  control: "range" | "education" | "yesNo";
  /** The message of a range's unit. */
  unit?: string;
}

/** In the order they are asked. */
export const conditionLayouts: readonly ConditionLayout[] = [
  { type: "AGE", control: "range", unit: "register.unit.years" },
  { type: "HEIGHT", control: "range", unit: "register.unit.cm" },
  { type: "INCOME", control: "range", unit: "register.unit.income" },
  { type: "EDUCATION", control: "education" },
  { type: "MARRIAGE_RECORD", control: "yesNo" },
  { type: "HAS_CHILDREN", control: "yesNo" },
  { type: "SMOKE", control: "yesNo" },
  { type: "DRINK", control: "yesNo" },
  { type: "TATTOO", control: "yesNo" },
];

/** The condition of a type and its index in the draft; the index is -1 before it was first touched. */
export function findCondition(draft: ProfileDraft, type: string) {
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
