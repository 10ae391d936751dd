/** The `<form>` around the fields of a page. It handles Enter, blur and submit in the same way on every page. */
import { type FocusEvent, type ReactNode, useCallback } from "react";
import { useFormTools } from "#/profile-form/answers/form-context";
import { focusNextOnEnter } from "./enter-key";

interface Props {
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

/** The delay of an error message. The message moves the controls below it, which must not move during a tap. */
const tapMs = 250;

/**
 * Returns a blur handler that completes a link that the person has typed. After a failed Continue, the handler also
 * shows the errors of the field that the person has left.
 */
function useFieldBlur(): (event: FocusEvent) => void {
  const { store } = useFormTools();
  return useCallback(
    ({ target, relatedTarget }) => {
      const field = target.closest('[id^="field-"]');
      // Do nothing if the focus moves within the field, such as from the year of a date to its month.
      if (!field || (relatedTarget instanceof Node && field.contains(relatedTarget))) return;
      const path = field.id.slice("field-".length);
      if (path === "reviewLink") store.completeLink();
      setTimeout(() => store.showErrorsAt(path), tapMs);
    },
    [store],
  );
}
