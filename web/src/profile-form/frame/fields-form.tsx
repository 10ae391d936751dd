/** The form element around the fields of a page: its keys, its blur and its submit are the same everywhere. */
import { type FocusEvent, type ReactNode, useCallback } from "react";
import { useFormTools } from "#/profile-form/answers/form-context";
import { focusNextOnEnter } from "./enter-key";

interface Props {
  /** The id by which a submit button outside of the form names it. */
  id: string;
  onSubmit: () => void;
  children: ReactNode;
}

export function FieldsForm({ id, onSubmit, children }: Props) {
  const onFieldBlur = useFieldBlur();
  return (
    <form
      id={id}
      noValidate
      className="flex flex-col gap-8"
      onBlur={onFieldBlur}
      onKeyDown={focusNextOnEnter}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** A message moves the controls below it, so a tap on one of them must have ended before it appears. */
const tapMs = 250;

/**
 * Returns a blur handler that completes the field that the person has left. After a failed Continue, it
 * also shows the errors of that field.
 */
function useFieldBlur(): (event: FocusEvent) => void {
  const { store } = useFormTools();
  return useCallback(
    ({ target, relatedTarget }) => {
      const field = target.closest('[id^="field-"]');
      // The focus may move within the field, such as from the year of a date to its month.
      if (!field || (relatedTarget instanceof Node && field.contains(relatedTarget))) return;
      const path = field.id.slice("field-".length);
      if (path === "reviewLink") store.completeLink();
      setTimeout(() => store.showErrorsAt(path), tapMs);
    },
    [store],
  );
}
