/** The facts for a member who waits for a review: the day of submission, the place in the queue, and the usual time. */
import type { ReactNode } from "react";
import type { MyInfo } from "#/api/account";
import type { ReviewStatus } from "#/core/core";
import { type Text, useText } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import { formatMoment } from "#/member/moments";
import { sayDuration } from "./durations";
import type { StatusTexts } from "./status-card";

export type Waiting = NonNullable<MyInfo["waiting"]>;

interface Props {
  waiting: Waiting;
  /** The review status, which may be newer than `waiting`. The place in the queue is shown only for PENDING. */
  status: ReviewStatus;
}

export function WaitingFacts({ waiting, status }: Props) {
  const t = useText();
  const { submittedAt, place, usual } = waiting;
  return (
    <>
      <dl className="flex flex-col gap-1">
        <Fact name={t("profile.waiting.since")}>{formatMoment(Date.parse(submittedAt))}</Fact>
        {place && status === "PENDING" ? (
          <Fact name={t("profile.waiting.place")}>
            {t(`profile.waiting.place.${place.isLater ? "later" : "number"}`, {
              place: place.number,
            })}
          </Fact>
        ) : null}
        {usual ? <Fact name={t("profile.waiting.usual")}>{sayUsual(t, usual)}</Fact> : null}
      </dl>
      {findConfig()?.lineMessages ? (
        <p className="text-muted">{t("profile.waiting.inLine")}</p>
      ) : null}
    </>
  );
}

export function appealTexts(waiting: Waiting | null, status: ReviewStatus): StatusTexts {
  if (!waiting?.isAppeal) return undefined;
  return status === "IN_REVIEW" ? "APPEAL_IN_REVIEW" : "APPEALED";
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

function sayUsual(t: Text, usual: NonNullable<Waiting["usual"]>): string {
  const half = sayDuration(usual.halfWithinMinutes);
  const most = sayDuration(usual.mostWithinMinutes);
  if (half === most) return t("profile.waiting.usual.most", { most });
  return t("profile.waiting.usual.both", { half, most });
}
