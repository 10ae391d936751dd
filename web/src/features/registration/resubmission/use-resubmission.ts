/** What "Send" does when a reviewer asked for more: rules first, then files and the asked fields. */
import { useEffect, useState } from "react";
import { deleteRecords } from "../../../storage/delete-records";
import { type FormError, firstPageWithError } from "../form/form-errors";
import type { FormStore } from "../form/form-store";
import { lastPage } from "../form/page-table";
import { type SendPorts, type SendResult, sendForm } from "../outbox/send-form";
import type { SubmitFailure, UseSubmission } from "../outbox/use-submit";
import { slotsToSend } from "../photos/photo-list";

/** What sending asks of the rest of the app; the calls go out with the session. */
export interface AnswerPorts extends Pick<SendPorts, "uploadTempFile" | "readFile" | "wait"> {
  resubmit(answers: object, idempotencyKey: string, signal?: AbortSignal): Promise<unknown>;
}

interface AnswerHandlers {
  onDone: () => void;
  /** Decided meanwhile, or asked again: the status has to be looked at. */
  onChanged: () => void;
}

/** Sends by these ports. What was answered is kept until it has arrived. */
export function makeUseResubmission(ports: AnswerPorts, handlers: AnswerHandlers): UseSubmission {
  return function useResubmission(store, { page, onErrors }) {
    const [failure, setFailure] = useState<SubmitFailure | null>(null);

    const showErrors = (errors: readonly FormError[]) => {
      store.submitAllPages();
      const target = firstPageWithError(errors) ?? lastPage;
      onErrors(store.scope.pages.some(({ id }) => id === target) ? target : lastPage);
    };
    const submit = async () => {
      // A second tap while the first is on its way.
      if (store.getState().submit.step !== "idle") return;
      setFailure(null);
      store.saveNow();
      store.setServerErrors([]);
      const broken = store.allErrors();
      if (broken.length > 0) return showErrors(broken);
      const result = await sendAnswers(store, ports);
      switch (result.kind) {
        case "arrived":
          store.stopSaving();
          await deleteRecords(store.userId, "requestOver");
          return handlers.onDone();
        case "refused":
          store.setServerErrors(result.errors);
          return showErrors(result.errors);
        case "taken":
          return handlers.onChanged();
        case "stuck":
          return result.code === "E008" ? handlers.onChanged() : setFailure(result);
        case "passing":
          return setFailure(result);
        default:
          return setFailure({ code: "E001" });
      }
    };

    // Whoever leaves the list of answers changes them, and taps again when they are as they should be.
    const isLeft = page !== lastPage;
    useEffect(() => {
      if (isLeft && failure) setFailure(null);
    }, [isLeft, failure]);
    // Nobody who stays has to tap again because of a tunnel.
    const isWaiting = !isLeft && failure !== null && failure.code === null;
    useEffect(() => {
      if (!isWaiting) return;
      const again = () => void submit();
      window.addEventListener("online", again);
      return () => window.removeEventListener("online", again);
    });
    return { submit, failure };
  };
}

async function sendAnswers(store: FormStore, ports: AnswerPorts): Promise<SendResult> {
  store.setSubmit({ step: "preparing" });
  const result = await sendForm({
    store,
    ports: { ...ports, requestTicket: async () => undefined, createUserProfile: ports.resubmit },
    signal: new AbortController().signal,
    listener: {
      onUpload({ number, total, fraction }) {
        const { draft, photos } = store.getState();
        const place = slotsToSend(draft, photos)[number - 1] ?? "document";
        store.setSubmit({ step: "uploading", place, fraction, done: number - 1, total });
      },
      onSend: () => store.setSubmit({ step: "sending" }),
    },
  });
  store.setSubmit({ step: "idle" });
  return result;
}
