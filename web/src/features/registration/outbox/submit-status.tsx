/** How far a submit is, and what to do when it failed. */
import { Banner } from "../../../ui/banner";
import { Button } from "../../../ui/button";
import { type Form, useForm } from "../form/form-context";
import type { SubmitFailure } from "./use-submit";

interface SubmitStatusProps {
  failure: SubmitFailure | null;
  onRetry: () => void;
}

/** Stands in the bar at the bottom, where it is in sight, and is read out as it changes. */
export function SubmitStatus({ failure, onRetry }: SubmitStatusProps) {
  const form = useForm();
  return (
    <>
      <p className="text-center text-sm text-muted empty:hidden" role="status">
        {stepText(form)}
      </p>
      {failure ? (
        <Banner
          tone="danger"
          title={failureText(form, failure)}
          action={
            <Button variant="secondary" onClick={onRetry}>
              {form.t("register.retry")}
            </Button>
          }
        />
      ) : null}
    </>
  );
}

function stepText({ t, state: { submit } }: Form): string {
  if (submit.step === "idle") return "";
  if (submit.step !== "uploading") return t(`register.submit.${submit.step}`);
  return t("register.submit.uploading", { number: submit.done + 1, total: submit.total });
}

function failureText({ t }: Form, { code }: SubmitFailure): string {
  if (code === null) return t("register.submit.offline");
  return t("register.submit.failed", { reason: t(`failure.${code}`) });
}
