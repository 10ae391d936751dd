/** Takes the code that was sent; six digits are sent off by themselves. */
import { type KeyboardEvent, useRef, useState } from "react";
import { Banner } from "../../../ui/banner";
import { Button } from "../../../ui/button";
import { boxClass, describedBy, FieldFrame } from "../../../ui/fields/field-frame";
import { controlId, useErrorAt, useFormTools } from "../form/form-context";
import { codeDigits, digitsOf } from "./code-text";
import { faultText } from "./fault-text";
import { clockText, useCountdown } from "./use-countdown";
import { useWorkEmail } from "./work-email-context";
import type { StepProps } from "./work-email-input";

export function CodeStep({ employer, onChanged }: StepProps) {
  const { t } = useFormTools();
  const { store, state } = useWorkEmail();
  const { record, busy, fault } = state;
  const [code, setCode] = useState("");
  const tried = useRef("");
  const input = useRef<HTMLInputElement>(null);
  const waitSeconds = useCountdown(record.resendAtMs);
  const email = record.sent?.email ?? "";
  const unconfirmed = useErrorAt("verifyMethod").message;
  const texts = {
    id: controlId("workEmailCode"),
    label: t("register.workEmail.code"),
    hint: t(`register.workEmail.${store.hasLost("sending") ? "maybeSentTo" : "sentTo"}`, { email }),
    error: faultText(t, fault, "code") ?? unconfirmed,
  };
  const failure = faultText(t, fault, null);

  const confirm = async (digits: string) => {
    tried.current = digits;
    if (await store.confirm(digits)) return onChanged();
    input.current?.focus();
    // The next digit typed takes the place of a wrong code; one whose answer was lost may be right.
    if (store.getState().fault?.code !== null) input.current?.select();
  };
  const take = (typed: string) => {
    const digits = digitsOf(typed);
    setCode(digits);
    if (digits.length === codeDigits && digits !== tried.current) void confirm(digits);
  };
  const confirmOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    void confirm(code);
  };
  const sendAgain = async () => {
    setCode("");
    if (await store.sendCode(employer.id)) {
      tried.current = "";
      onChanged();
    }
    input.current?.focus();
  };
  return (
    <>
      <FieldFrame {...texts} isErrorLive>
        <input
          ref={input}
          id={texts.id}
          data-focus
          data-mends="verifyMethod"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          className={`${boxClass(texts.error)} max-w-48 text-center text-xl tracking-[0.3em] tabular-nums`}
          value={code}
          readOnly={busy === "confirming"}
          aria-invalid={texts.error ? true : undefined}
          aria-describedby={describedBy(texts)}
          onChange={(event) => take(event.target.value)}
          onKeyDown={confirmOnEnter}
        />
      </FieldFrame>
      {failure ? <Banner tone="danger" title={failure} /> : null}
      <Button
        variant="secondary"
        isBusy={busy === "confirming"}
        disabled={busy === "sending"}
        onClick={() => void confirm(code)}
      >
        {t("register.workEmail.confirm")}
      </Button>
      <div className="flex flex-wrap gap-x-2">
        <Button
          variant="ghost"
          isBusy={busy === "sending"}
          disabled={waitSeconds > 0 || busy === "confirming"}
          onClick={() => void sendAgain()}
        >
          {waitSeconds > 0
            ? t("register.workEmail.wait", { time: clockText(waitSeconds) })
            : t("register.workEmail.again")}
        </Button>
        <Button
          variant="ghost"
          disabled={busy !== null}
          onClick={() => {
            store.changeAddress();
            onChanged();
          }}
        >
          {t("register.workEmail.another")}
        </Button>
      </div>
    </>
  );
}
