/** The three steps from sending a profile to the first introductions, with the current step marked. */
import type { ReviewStatus } from "#/core/core";
import { useText } from "#/i18n/use-text";
import { usualReviewHours } from "#/lib/review";
import { isWithReviewers } from "#/session/session";
import { Icon } from "#/ui/icon";

const steps = ["sent", "review", "introductions"] as const;

const currentStep: Record<ReviewStatus, (typeof steps)[number] | null> = {
  PENDING: "review",
  IN_REVIEW: "review",
  NEEDS_INFO: "review",
  APPROVED: "introductions",
  REJECTED: null,
  SUSPENDED: null,
};

interface Props {
  status: ReviewStatus;
  /** True if the page already says how long a review takes. The steps then leave out the usual hours. */
  isTimeKnown?: boolean;
}

export function NextSteps({ status, isTimeKnown = false }: Props) {
  const t = useText();
  const current = currentStep[status];
  if (current === null) return null;
  const currentIndex = steps.indexOf(current);
  return (
    <section aria-labelledby="next-steps" className="flex flex-col gap-3">
      <h2 id="next-steps" className="text-lg font-bold">
        {t("profile.steps.title")}
      </h2>
      <ol className="flex flex-col">
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={step === current ? "step" : undefined}
            className="group relative flex gap-4 pb-6 last:pb-0"
          >
            <Dot isDone={index < currentIndex} isCurrent={step === current} />
            <div className="flex flex-col">
              <h3 className={step === current ? "font-bold" : "font-semibold text-muted"}>
                {t(`profile.steps.${step}.title`)}
                {index < currentIndex ? (
                  <span className="sr-only"> – {t("profile.steps.done")}</span>
                ) : null}
              </h3>
              <p className="text-sm text-muted">{t(`profile.steps.${step}.text`)}</p>
              {step === "review" && isWithReviewers(status) ? (
                <p className="text-sm">
                  {isTimeKnown
                    ? t("profile.steps.review.result")
                    : t("profile.steps.review.time", { hours: usualReviewHours })}
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Dot({ isDone, isCurrent }: { isDone: boolean; isCurrent: boolean }) {
  const colors = isDone
    ? "border-ok bg-ok text-bg"
    : isCurrent
      ? "border-accent bg-accent"
      : "border-control bg-bg";
  return (
    <>
      <span
        aria-hidden="true"
        className="absolute top-6 bottom-0 left-3 w-0.5 -translate-x-1/2 bg-line group-last:hidden"
      />
      <span
        aria-hidden="true"
        className={`z-1 mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border-2 ${colors}`}
      >
        {isDone ? <Icon name="check" className="size-3.5 stroke-3" /> : null}
      </span>
    </>
  );
}
