/** Runs the submit from a page: once at a time, and with every ending told. */
import { useState } from "react";
import type { ErrorCode } from "../../../core/core";
import { clearForm } from "../draft/draft-storage";
import { type FormError, firstPageWithError } from "../form/form-errors";
import type { FormStore } from "../form/form-store";
import type { PageId } from "../form/page-table";
import { clearPicks } from "../photos/picks";
import { type SubmitPorts, submitForm } from "./submit";

interface SubmitHandlers {
  ports: SubmitPorts;
  /** Errors to mend, and the first page that has one. */
  onErrors: (page: PageId) => void;
  onDone: () => void;
}

/** A failure that can be tried again; the code is null when no server answered. */
export interface SubmitFailure {
  code: ErrorCode | null;
}

/** The submit and the failure of the last attempt. */
export function useSubmit(store: FormStore, { ports, onErrors, onDone }: SubmitHandlers) {
  const [failure, setFailure] = useState<SubmitFailure | null>(null);

  const showErrors = (errors: readonly FormError[]) => {
    store.tryAllPages();
    const page = firstPageWithError(errors);
    if (page) onErrors(page);
  };

  const submit = async () => {
    // A second tap while the first is on its way.
    if (store.getState().submit.step !== "idle") return;
    setFailure(null);
    store.saveNow();
    store.setServerErrors([]);
    const broken = store.allErrors();
    if (broken.length > 0) return showErrors(broken);
    const outcome = await submitForm(store, ports);
    if (outcome.kind === "failed") return setFailure({ code: outcome.code });
    if (outcome.kind === "refused") {
      store.setServerErrors(outcome.errors);
      return showErrors(outcome.errors);
    }
    store.stopSaving();
    clearForm();
    await clearPicks(store.userId);
    onDone();
  };

  return { submit, failure };
}
