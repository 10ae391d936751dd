/**
 * For leads: the share of second looks that agree with the first, the cases that reviewers skipped, and the passkeys
 * that may have been copied.
 */

import { i18n } from "@lingui/core";
import { useEffect, useState } from "react";
import { failureCode, hasCode } from "../api/error";
import { fetchReviewStatistics, type ReviewStatistics } from "../api/review-cases";
import { useText } from "../i18n/use-text";
import { casePath } from "../lib/paths";
import { Link } from "../navigation/link";
import { Banner } from "../ui/banner";
import { Button, Spinner } from "../ui/button";
import { Card } from "../ui/card";
import { Frame } from "./frame";
import { formatTime } from "./times";

export function StatisticsScreen() {
  const t = useText();
  const [statistics, setStatistics] = useState<ReviewStatistics | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [nTries, setTries] = useState(0);
  // Each try fetches again.
  useEffect(() => {
    let isWanted = true;
    fetchReviewStatistics().then(
      (found) => isWanted && setStatistics(found),
      (failed) => isWanted && setError(failed),
    );
    return () => {
      isWanted = false;
    };
  }, [nTries]);
  const retry = () => {
    setError(null);
    setTries(nTries + 1);
  };
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

function Numbers({ secondLooks, skips, counterFalls }: ReviewStatistics) {
  const t = useText();
  const { decided, agreed } = secondLooks;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
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
      <Card title={t("console.statistics.counterFalls", { count: counterFalls.length })}>
        {counterFalls.length === 0 ? (
          <p className="text-muted">{t("console.statistics.noCounterFalls")}</p>
        ) : (
          <>
            <p>{t("console.statistics.counterFall")}</p>
            <ul className="divide-y divide-line">
              {counterFalls.map(({ reviewer, at }) => (
                <li key={`${reviewer} ${at}`} className="py-2 text-muted">
                  {reviewer} · {formatTime(at)}
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
    </div>
  );
}
