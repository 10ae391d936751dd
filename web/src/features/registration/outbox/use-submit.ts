/** What "Send" does on the list of answers: all rules first, then the form goes into the outbox. */
import { useEffect } from "react";
import type { ErrorCode } from "../../../core/core";
import { type FormError, firstPageWithError } from "../form/form-errors";
import type { FormStore } from "../form/form-store";
import type { PageId } from "../form/page-table";
import type { Outbox } from "./outbox";

export interface SubmitHandlers {
  /** The page that is open. */
  page: PageId;
  /** Errors to mend, and the first page that has one. */
  onErrors: (page: PageId) => void;
}

/** A failure that can be tried again; the code is null when no server answered. */
export interface SubmitFailure {
  code: ErrorCode | null;
}

/** How the answers of a form are sent; the same for as long as the form is shown. */
export type UseSubmission = (
  store: FormStore,
  handlers: SubmitHandlers,
) => { submit: () => void | Promise<void>; failure: SubmitFailure | null };

/** Sends by this outbox, which has a screen of its own. */
export function makeUseSubmit(outbox: Outbox): UseSubmission {
  return function useSubmit(store, { onErrors }) {
    const showErrors = (errors: readonly FormError[]) => {
      store.submitAllPages();
      const page = firstPageWithError(errors);
      if (page) onErrors(page);
    };
    // Back from the outbox, with what the server said.
    useEffect(() => {
      const refused = outbox.takeRefusal();
      if (!refused) return;
      store.setServerErrors(refused);
      showErrors(refused);
    }, [store]);
    const submit = () => {
      store.setServerErrors([]);
      const broken = store.allErrors();
      if (broken.length > 0) return showErrors(broken);
      outbox.send();
    };
    return { submit, failure: null };
  };
}
