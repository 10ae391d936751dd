/** The three steps of the confirmation of a work mailbox: address, code, confirmed mailbox. */
import { type KeyboardEvent, useRef, useState } from "react";
import type { Employer } from "#/core/core";
import { hasText, type Text } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import { isComposed, isOfInputMethod } from "#/lib/input-method";
import { paths } from "#/lib/paths";
import { useSecondsUntil } from "#/lib/use-now";
import { controlId, useErrorAt, useFormTools } from "#/profile-form/answers/form-context";
import { generalText } from "#/profile-form/answers/form-errors";
import { EmployerLogo } from "#/profile-form/fields/employer-dialog";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";
import { boxClass, describedBy, FieldFrame } from "#/ui/fields/field-frame";
import { typedText } from "#/ui/fields/typed-text";
import { Icon } from "#/ui/icon";
import { useWorkEmail } from "./work-email-context";
import type { WorkEmailError } from "./work-email-store";

interface StepProps {
  employer: Employer;
  /** Called after each change that may confirm the mailbox or remove its confirmation. */
  onChanged: () => void;
}

export function AddressStep({ employer, onChanged }: StepProps) {
  const { t } = useFormTools();
  const { store, state } = useWorkEmail();
  const { record, busy, error } = state;
  const waitSeconds = useSecondsUntil(record.resendAtMs);
  const input = controlId("workEmail");
  const unconfirmed = useErrorAt("verifyMethod").message;
  const domains = employer.domains.join(t("register.listSeparator"));
  const texts = {
    id: input,
    label: t("register.workEmail.label"),
    hint: t("register.workEmail.hint", { domains }),
    error: errorText(t, error, "email") ?? errorText(t, error, "employerId") ?? unconfirmed,
  };

  const send = async () => {
    if (waitSeconds > 0) return;
    if (await store.sendCode(employer.id)) onChanged();
    else document.getElementById(input)?.focus();
  };
  return (
    <>
      <FieldFrame {...texts} isErrorLive>
        <input
          id={input}
          data-focus
          data-corrects="verifyMethod"
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
          onChange={(event) => store.setEmail(typedText(event))}
          onKeyDown={onEnter(() => void send())}
        />
      </FieldFrame>
      <CallError t={t} error={error} />
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
      {state.wantsAnother && store.isVerifiedFor(employer.id) ? (
        <Button
          variant="ghost"
          className="-ml-2 self-start"
          disabled={busy !== null}
          onClick={() => {
            store.keepVerified();
            onChanged();
          }}
        >
          {t("register.workEmail.keep")}
        </Button>
      ) : null}
    </>
  );
}

/** The step in which the person enters the code. The page sends the code to the server after the sixth digit. */
export function CodeStep({ employer, onChanged }: StepProps) {
  const { t } = useFormTools();
  const { store, state } = useWorkEmail();
  const { record, busy, error } = state;
  const [code, setCode] = useState("");
  const lastSent = useRef("");
  const input = useRef<HTMLInputElement>(null);
  const waitSeconds = useSecondsUntil(record.resendAtMs);
  const email = record.sent?.email ?? "";
  const unconfirmed = useErrorAt("verifyMethod").message;
  const sentId = store.isUnanswered("sending") ? "maybeSentTo" : "sentTo";
  const texts = {
    id: controlId("workEmailCode"),
    label: t("register.workEmail.code"),
    hint: t(`register.workEmail.${sentId}`, { email }),
    error: errorText(t, error, "code") ?? unconfirmed,
  };

  const confirm = async (digits: string) => {
    lastSent.current = digits;
    if (await store.confirm(digits)) return onChanged();
    input.current?.focus();
    // Select a wrong code, so that the next digit replaces it. Without a response, the code may be right, so keep it.
    if (store.getState().error?.code !== null) input.current?.select();
  };
  const change = (typed: string, isComposing = false) => {
    // Do not change the text while an input method composes, because its digits would then appear twice.
    if (isComposing) return setCode(typed);
    const digits = digitsOf(typed);
    setCode(digits);
    if (digits.length === nCodeDigits && digits !== lastSent.current) void confirm(digits);
  };
  const sendAgain = async () => {
    setCode("");
    if (await store.sendCode(employer.id)) {
      lastSent.current = "";
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
          data-corrects="verifyMethod"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          className={`${boxClass(texts.error)} max-w-48 text-center text-xl tracking-[0.3em] tabular-nums`}
          value={code}
          readOnly={busy === "confirming"}
          aria-invalid={texts.error ? true : undefined}
          aria-describedby={describedBy(texts)}
          onChange={(event) => change(typedText(event), isComposed(event.nativeEvent))}
          onCompositionEnd={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={onEnter(() => void confirm(digitsOf(code)))}
        />
      </FieldFrame>
      <CallError t={t} error={error} />
      {findConfig()?.mockEnable ? (
        <p className="text-sm text-muted">
          {t("register.workEmail.mock")}{" "}
          <a href={paths.dev} target="_blank" rel="noreferrer">
            {paths.dev}
          </a>
        </p>
      ) : null}
      <Button
        variant="secondary"
        isBusy={busy === "confirming"}
        disabled={busy === "sending"}
        onClick={() => void confirm(digitsOf(code))}
      >
        {t("register.workEmail.confirm")}
      </Button>
      <div className="-ml-2 flex flex-wrap gap-x-4">
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
        <AnotherButton isDisabled={busy !== null} onChanged={onChanged} />
      </div>
    </>
  );
}

export function ConfirmedMailbox({ employer, onChanged }: StepProps) {
  const { t } = useFormTools();
  const { state } = useWorkEmail();
  const { confirmed } = state.record;
  return (
    <>
      <p
        tabIndex={-1}
        data-focus
        className="flex items-center gap-3 rounded-md border-l-4 border-ok bg-ok-soft p-4 outline-none"
      >
        <EmployerLogo employer={employer} />
        <span className="min-w-0 grow wrap-anywhere">
          <strong className="block">
            {t("register.workEmail.confirmed", { employer: employer.name })}
          </strong>
          {confirmed?.employerId === employer.id
            ? confirmed.email
            : t("register.workEmail.earlier")}
        </span>
        <Icon name="circle-check" className="size-6 text-ok" />
      </p>
      <AnotherButton className="-ml-2 self-start" onChanged={onChanged} />
    </>
  );
}

interface AnotherButtonProps {
  onChanged: () => void;
  isDisabled?: boolean;
  className?: string;
}

function AnotherButton({ onChanged, isDisabled, className }: AnotherButtonProps) {
  const { t } = useFormTools();
  const { store } = useWorkEmail();
  return (
    <Button
      variant="ghost"
      className={className}
      disabled={isDisabled}
      onClick={() => {
        store.changeAddress();
        onChanged();
      }}
    >
      {t("register.workEmail.another")}
    </Button>
  );
}

/** The message ids after a call without a response, by the step that the server may have done. */
const unansweredIds = { sending: "maybeSent", confirming: "maybeConfirmed", nothing: "offline" };

function CallError({ t, error }: { t: Text; error: WorkEmailError | null }) {
  const message = errorText(t, error, null);
  return message ? <Banner tone="danger" title={message} /> : null;
}

/** Returns the sentence for an error of the input `place`, or of the call as a whole if `place` is null. */
function errorText(
  t: Text,
  error: WorkEmailError | null,
  place: WorkEmailError["at"],
): string | undefined {
  if (error?.at !== place) return undefined;
  if (error.at !== null) {
    const ownId = `errors.${error.at}.${error.code}`;
    const label = t(
      error.at === "employerId" ? "vocabulary.field.employerId" : "register.workEmail.label",
    );
    if (hasText(ownId)) return t(ownId, { label });
    return generalText(t, { code: error.code, params: {} }, label);
  }
  if (error.code === null) {
    return t(`register.workEmail.${unansweredIds[error.unanswered ?? "nothing"]}`);
  }
  return t(error.code === "E503" ? "register.workEmail.notSent" : `failure.${error.code}`);
}

/** Returns a key handler that runs `action` on Enter, which would otherwise submit the form or move the focus. */
function onEnter(action: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== "Enter" || isOfInputMethod(event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
}

function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const nCodeDigits = 6;

/** Extracts the digits of a typed or pasted code. Accepts full-width digits, and skips spaces and hyphens. */
export function digitsOf(typed: string): string {
  return typed.normalize("NFKC").replace(/\D/gu, "").slice(0, nCodeDigits);
}
