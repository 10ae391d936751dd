/** The button "Send" on the list of answers: checks all rules, and then hands the form to the outbox. */

import { useEffect, useEffectEvent } from "react";
import { reload } from "#/lib/reload";
import type { AnswersStore } from "#/profile-form/answers/answers-store";
import { firstPageWithError } from "#/profile-form/answers/form-errors";
import { lastPage, type PageId } from "#/profile-form/answers/page-table";
import type { FormError } from "#/profile-form/form-error";
import type { Outbox } from "./outbox";

interface Submitting {
  onErrors: (page: PageId) => void;
  confirmSend?: (() => Promise<boolean>) | undefined;
}

export function useSubmit(
  store: AnswersStore,
  outbox: Outbox,
  { onErrors, confirmSend }: Submitting,
): () => void {
  const showErrors = (errors: readonly FormError[]) => {
    store.submitAllPages();
    const page = firstPageWithError(errors) ?? lastPage;
    onErrors(store.scope.pages.some(({ id }) => id === page) ? page : lastPage);
  };
  const showRejected = useEffectEvent(showErrors);
  useEffect(() => {
    const errors = outbox.consumeRejection();
    if (!errors) return;
    store.setServerErrors(errors);
    showRejected(errors);
    // The server now asks a question that this form lacks. Only a reload adds the question.
    if (store.isOutdatedBy(errors)) reload();
  }, [store, outbox]);
  return () => {
    store.setServerErrors([]);
    const broken = store.allErrors();
    if (broken.length > 0) return showErrors(broken);
    if (!confirmSend) return outbox.send();
    void confirmSend().then((isSure) => isSure && outbox.send());
  };
}
