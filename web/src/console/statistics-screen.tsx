/** The page for leads: events to check, how often a second look agrees with the first, and the skipped cases. */

import { i18n } from "@lingui/core";
import { failureCode, hasCode } from "#/api/error";
import { fetchReviewStatistics, type ReviewStatistics } from "#/api/review-cases";
import { useText } from "#/i18n/use-text";
import { casePath } from "#/lib/paths";
import { useAsked } from "#/lib/use-asked";
import { Link } from "#/navigation/link";
import { Banner } from "#/ui/banner";
import { Button, Spinner } from "#/ui/button";
import { Card } from "#/ui/card";
import { Frame } from "./frame";
import { formatTime } from "./times";

export function StatisticsScreen() {
  const t = useText();
  const { answer: statistics, error, retry } = useAsked(fetchReviewStatistics);
  return (
    <Frame title={t("console.statistics.title")}>
      <p className="text-muted">{t("console.statistics.week")}</p>
      {error ? (
        hasCode(error, "E008") ? (
          <Banner tone="danger" title={t("console.statistics.leadsOnly")} />
        ) : (
          <Banner
            tone="danger"
            title={t(`failure.${failureCode(error)}`)}
            action={
              <Button variant="ghost" className="-ml-2" onClick={retry}>
                {t("shell.retry")}
              </Button>
            }
          />
        )
      ) : statistics ? (
        <Numbers {...statistics} />
      ) : (
        <Spinner label={t("shell.loading")} />
      )}
    </Frame>
  );
}

function Numbers({ secondLooks, skips, notices }: ReviewStatistics) {
  const t = useText();
  const { decided, agreed } = secondLooks;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {notices.length === 0 ? null : (
        <Card title={t("console.statistics.notices", { count: notices.length })}>
          <ul className="divide-y divide-line">
            {notices.map(({ kind, reviewer, at }) => (
              <li key={`${kind} ${reviewer} ${at}`} className="flex flex-col py-2">
                <span className="font-semibold">
                  {t(`console.notice.${kind}`, { name: reviewer })}
                </span>
                <span className="text-muted">{formatTime(at)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title={t("console.statistics.secondLooks")}>
        {decided === 0 ? (
          <p className="text-muted">{t("console.statistics.noSecondLooks")}</p>
        ) : (
          <>
            <p className="text-2xl font-bold tabular-nums">
              {i18n.number(agreed / decided, { style: "percent" })}
            </p>
            <p>{t("console.statistics.agreed", { agreed, decided })}</p>
          </>
        )}
      </Card>
      <Card title={t("console.statistics.skips", { count: skips.length })}>
        {skips.length === 0 ? (
          <p className="text-muted">{t("console.statistics.noSkips")}</p>
        ) : (
          <ul className="divide-y divide-line">
            {skips.map(({ caseId, reviewer, reason, at }) => (
              <li key={`${caseId} ${at}`} className="flex flex-wrap gap-x-3 py-2">
                <Link to={casePath(caseId)}>{t("console.case.title", { id: caseId })}</Link>
                <span className="font-semibold">{t(`console.skipReason.${reason}`)}</span>
                <span className="text-muted">
                  {reviewer} · {formatTime(at)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}
