/**
 * The page of the queue. It lists the open cases and the reviewers who hold them, with the case due next at the top.
 */
import { useEffect } from "react";
import { failureCode } from "#/api/error";
import { type CaseFilter, type CaseSummary, claimCase } from "#/api/review-cases";
import { Frame } from "#/console/frame";
import { Key, useKeys } from "#/console/keys";
import { showRefusal } from "#/console/refusal";
import { text, useText } from "#/i18n/use-text";
import { casePath, reviewPaths } from "#/lib/paths";
import { useAct } from "#/lib/use-act";
import { currentPlace, navigate, usePlace } from "#/navigation/navigation";
import { addToast } from "#/toasts/toasts";
import { Banner } from "#/ui/banner";
import { Button, Spinner } from "#/ui/button";
import { FilterBar, KindTabs } from "./filter-bar";
import { type FilterChange, formatFilter, parseFilter, storeFilter } from "./filters";
import { openNextCase } from "./next-case";
import { QueueList } from "./queue-list";
import { useQueue } from "./use-queue";

export function QueueScreen() {
  const t = useText();
  const { search } = usePlace();
  const filter = parseFilter(search);
  const { queue, reload, loadMore } = useQueue(filter);
  const { isBusy, openNext, openCase } = useOpening(filter, reload);
  const query = formatFilter(filter);
  useEffect(() => storeFilter(query), [query]);
  useKeys({ n: () => void openNext() });
  const change = (changed: FilterChange) => {
    // Read the filters from the address bar and not from the drawn page. After two quick changes, the page does not
    // show the first change yet, and the first change would be lost.
    const next = { ...parseFilter(currentPlace().search), ...changed };
    const place = reviewPaths.queue + formatFilter(next);
    void navigate(place, { replace: true, keepsScroll: true });
  };
  return (
    <Frame
      title={t("console.queue.title")}
      beside={
        <Button isBusy={isBusy} aria-keyshortcuts="n" onClick={() => void openNext()}>
          {t("console.queue.next")} <Key>N</Key>
        </Button>
      }
    >
      <KindTabs filter={filter} counts={queue.counts} onChange={change} />
      <FilterBar filter={filter} onChange={change} />
      {queue.error ? (
        <Banner
          tone="danger"
          title={t(`failure.${failureCode(queue.error)}`)}
          action={
            <Button variant="ghost" className="-ml-2" onClick={reload}>
              {t("shell.retry")}
            </Button>
          }
        >
          {t(queue.cases ? "console.queue.stale" : "console.queue.retrying")}
        </Banner>
      ) : null}
      {queue.cases ? (
        <QueueList cases={queue.cases} isFiltered={query !== ""} onOpen={openCase} />
      ) : queue.error ? null : (
        <Spinner label={t("shell.loading")} />
      )}
      {queue.hasMore ? (
        <Button variant="secondary" isBusy={queue.isLoadingMore} onClick={loadMore}>
          {t("console.queue.more")}
        </Button>
      ) : null}
    </Frame>
  );
}

/** Returns two functions that open a case. While either function runs, further calls do nothing. */
function useOpening(filter: CaseFilter, reload: () => void) {
  const { isBusy, run } = useAct((error) => {
    showRefusal(error, "neutral");
    reload();
  });
  const openNext = () =>
    run(async () => {
      if (!(await openNextCase(filter))) addToast(text("console.queue.noFree"));
    });
  /** Opens a case, and first claims it if no reviewer holds it. If a reviewer holds it, the case's page says who. */
  const openCase = ({ id, holder }: CaseSummary) =>
    run(async () => {
      if (!holder) await claimCase(id);
      await navigate(casePath(id));
    });
  return { isBusy, openNext, openCase };
}
