/** Reacts when a person leaves a field of a form. */
import { type FocusEvent, useCallback } from "react";
import { useFormTools } from "../form/form-context";

/** A message moves the controls below it, so a tap on one of them must have ended before it appears. */
const tapMs = 250;

/**
 * Returns a blur handler that completes the field that the person has left. After a failed Continue, it
 * also shows the errors of that field.
 */
export function useFieldBlur(): (event: FocusEvent) => void {
  const { store, shown } = useFormTools();
  return useCallback(
    ({ target, relatedTarget }) => {
      const field = target.closest('[id^="field-"]');
      // The focus may move within the field, such as from the year of a date to its month.
      if (!field || (relatedTarget instanceof Node && field.contains(relatedTarget))) return;
      const path = field.id.slice("field-".length);
      if (path === "reviewLink") store.completeLink();
      setTimeout(() => shown.showAt(path), tapMs);
    },
    [store, shown],
  );
}
