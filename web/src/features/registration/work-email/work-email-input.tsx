/** A mailbox at the chosen employer: its address, the code that was sent to it, or that it is confirmed. */
import { useEffect, useRef } from "react";
import type { Employer } from "../../../core/core";
import { useFormState, useFormTools } from "../form/form-context";
import { AddressStep } from "./address-step";
import { CodeStep } from "./code-step";
import { ConfirmedMailbox } from "./confirmed-mailbox";
import { forgetDoubts, useWorkEmail } from "./work-email-context";

/** What a step is given. */
export interface StepProps {
  employer: Employer;
  /** After whatever may have changed whether the mailbox is confirmed. */
  onChanged: () => void;
}

/** One of three steps; none before the employer is known, whose domains decide. */
export function WorkEmailInput({ employer }: { employer: Employer }) {
  const { store: form } = useFormTools();
  const serverErrors = useFormState((state) => state.serverErrors);
  const { store } = useWorkEmail();
  // The server has the last word on what it keeps.
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
    // Another employer is chosen in the list, which gives the focus back by itself.
    if (isSameStep || shownId !== employer.id) return;
    box.current?.querySelector<HTMLElement>("[data-focus]")?.focus();
  }, [step, employer.id]);

  // An answer may come when another way of proof is chosen already, so that none is chosen here.
  const onChanged = () => forgetDoubts(form);
  const props = { employer, onChanged };
  return (
    <div ref={box} className="flex flex-col gap-3">
      {step === "address" ? <AddressStep {...props} /> : null}
      {step === "code" ? <CodeStep {...props} /> : null}
      {step === "confirmed" ? <ConfirmedMailbox {...props} /> : null}
    </div>
  );
}
