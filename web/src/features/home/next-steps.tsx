/** The way of a profile from sending it to the first introductions, and where on it this one is. */
import type { ReviewStatus } from "../../core/core";
import { useText } from "../../i18n/use-text";

const steps = ["sent", "review", "introductions"] as const;

/** The step that is being waited for; null where the way is interrupted. */
const currentStep: Record<ReviewStatus, (typeof steps)[number] | null> = {
  PENDING: "review",
  IN_REVIEW: "review",
  NEEDS_INFO: "review",
  APPROVED: "introductions",
  REJECTED: null,
  SUSPENDED: null,
};

export function NextSteps({ status }: { status: ReviewStatus }) {
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
            <Mark isDone={index < currentIndex} isCurrent={step === current} />
            <div className="flex flex-col">
              <h3 className={step === current ? "font-bold" : "font-semibold text-muted"}>
                {t(`profile.steps.${step}.title`)}
                {index < currentIndex ? (
                  <span className="sr-only"> – {t("profile.steps.done")}</span>
                ) : null}
              </h3>
              <p className="text-sm text-muted">{t(`profile.steps.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A dot on the line: ticked when it is behind, filled where one is, hollow when it is ahead. */
function Mark({ isDone, isCurrent }: { isDone: boolean; isCurrent: boolean }) {
  const look = isDone
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
        className={`z-1 mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border-2 ${look}`}
      >
        {isDone ? (
          <svg
            aria-hidden="true"
            viewBox="0 0 16 16"
            className="size-3.5 fill-none stroke-current stroke-2"
          >
            <path d="M3 8.5l3.2 3.2L13 5" />
          </svg>
        ) : null}
      </span>
    </>
  );
}
