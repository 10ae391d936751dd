/** The input for a work mailbox at the chosen employer: the address, then the code, then the confirmation. */
import { useEffect, useRef } from "react";
import type { Employer } from "#/core/core";
import { useFormState, useFormTools } from "#/profile-form/answers/form-context";
import { clearMailboxErrors, useWorkEmail } from "./work-email-context";
import { AddressStep, CodeStep, ConfirmedMailbox } from "./work-email-steps";

export function WorkEmailInput({ employer }: { employer: Employer }) {
  const { store: form } = useFormTools();
  const serverErrors = useFormState((state) => state.serverErrors);
  const { store } = useWorkEmail();
  // After `email_unconfirmed`, ask for the mailbox again: the server may have deleted a confirmation stored here.
  const isDoubted = serverErrors.some(({ code }) => code === "email_unconfirmed");
  const isConfirmed = store.isConfirmedFor(employer.id) && !isDoubted;
  const isWaiting = store.isWaitingFor(employer.id);
  const step = isConfirmed ? "confirmed" : isWaiting ? "code" : "address";

  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(`${employer.id} ${step}`);
  useEffect(() => {
    const [shownId] = shown.current.split(" ");
    const isSameStep = shown.current === `${employer.id} ${step}`;
    shown.current = `${employer.id} ${step}`;
    // Focus the new step, except after a change of the employer, because the employer dialog then moves the focus.
    if (isSameStep || shownId !== employer.id) return;
    box.current?.querySelector<HTMLElement>("[data-focus]")?.focus();
  }, [step, employer.id]);

  // Do not select the method here, because the response may come after the person has chosen another method.
  const onChanged = () => clearMailboxErrors(form);
  const props = { employer, onChanged };
  return (
    <div ref={box} className="flex flex-col gap-3">
      {step === "address" ? <AddressStep {...props} /> : null}
      {step === "code" ? <CodeStep {...props} /> : null}
      {step === "confirmed" ? <ConfirmedMailbox {...props} /> : null}
    </div>
  );
}
