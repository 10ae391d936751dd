/** Notices when a person is done with a field, so that what is wrong with it can be said. */
import { type FocusEvent, useCallback } from "react";
import { useFormTools } from "./form-context";

/** A message moves what is below it, and a tap on that must have ended by then. */
const tapMs = 250;

/** To be called when the focus leaves anything in the form. */
export function useReveal(): (event: FocusEvent) => void {
  const { shown } = useFormTools();
  return useCallback(
    ({ target, relatedTarget }) => {
      const field = target.closest('[id^="field-"]');
      // From one box of a date to the next is not the end of it.
      if (!field || (relatedTarget instanceof Node && field.contains(relatedTarget))) return;
      const path = field.id.slice("field-".length);
      setTimeout(() => shown.reveal(path), tapMs);
    },
    [shown],
  );
}
