/** Asks for the address and sends a code to it. */
import type { KeyboardEvent } from "react";
import { Banner } from "../../../ui/banner";
import { Button } from "../../../ui/button";
import { boxClass, describedBy, FieldFrame } from "../../../ui/fields/field-frame";
import { controlId, useErrorAt, useFormTools } from "../form/form-context";
import { faultText } from "./fault-text";
import { clockText, useCountdown } from "./use-countdown";
import { useWorkEmail } from "./work-email-context";
import type { StepProps } from "./work-email-input";

export function AddressStep({ employer, onChanged }: StepProps) {
  const { t } = useFormTools();
  const { store, state } = useWorkEmail();
  const { record, busy, fault } = state;
  const waitSeconds = useCountdown(record.resendAtMs);
  const input = controlId("workEmail");
  const unconfirmed = useErrorAt("verifyMethod").message;
  const domains = employer.domains.join(t("register.listSeparator"));
  const texts = {
    id: input,
    label: t("register.workEmail.label"),
    hint: t("register.workEmail.hint", { domains }),
    error: faultText(t, fault, "email") ?? faultText(t, fault, "employerId") ?? unconfirmed,
  };
  const failure = faultText(t, fault, null);

  const send = async () => {
    if (waitSeconds > 0) return;
    if (await store.sendCode(employer.id)) onChanged();
    else document.getElementById(input)?.focus();
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    // An input method finishes a word with the same key.
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    // The form's own Enter is Continue, or the next field.
    event.preventDefault();
    event.stopPropagation();
    void send();
  };
  return (
    <>
      <FieldFrame {...texts} isErrorLive>
        <input
          id={input}
          data-focus
          data-mends="verifyMethod"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="send"
          className={boxClass(texts.error)}
          value={record.email}
          aria-invalid={texts.error ? true : undefined}
          aria-describedby={describedBy(texts)}
          onChange={(event) => store.setEmail(event.target.value)}
          onKeyDown={sendOnEnter}
        />
      </FieldFrame>
      {failure ? <Banner tone="danger" title={failure} /> : null}
      <Button
        variant="secondary"
        isBusy={busy === "sending"}
        disabled={waitSeconds > 0}
        onClick={() => void send()}
      >
        {waitSeconds > 0
          ? t("register.workEmail.sendIn", { time: clockText(waitSeconds) })
          : t("register.workEmail.send")}
      </Button>
      {state.isProofSetAside && store.isProvenFor(employer.id) ? (
        <Button
          variant="ghost"
          className="self-start"
          disabled={busy !== null}
          onClick={() => {
            store.keepProof();
            onChanged();
          }}
        >
          {t("register.workEmail.keep")}
        </Button>
      ) : null}
    </>
  );
}
