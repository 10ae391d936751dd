/** The frame of the pages of approved members: the page, a note if its data may be old, and the tab bar. */
import { type ReactNode, useEffect } from "react";
import { failureSource } from "#/api/error";
import { useText } from "#/i18n/use-text";
import { whenIdle } from "#/lib/idle";
import { conversationPath, paths } from "#/lib/paths";
import { prefetchAllowed } from "#/lib/prefetch-allowed";
import { useReturn } from "#/lib/return";
import { sleep } from "#/lib/sleep";
import { Link } from "#/navigation/link";
import { prefetch } from "#/navigation/navigation";
import { Banner } from "#/ui/banner";
import { Button, Spinner } from "#/ui/button";
import { Icon } from "#/ui/icon";
import { Page } from "#/ui/page";
import { memberOutbox } from "./member-outbox";
import { formatMoment } from "./moments";
import type { UsedResource } from "./resource";
import { matches, news } from "./resources";
import { Skeleton, type SkeletonShape } from "./skeleton";
import { type Tab, TabBar } from "./tab-bar";

interface Props {
  title: string;
  tab: Tab;
  parent?: { to: string; label: string };
  actions?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}

export function MemberPage({ title, tab, parent, actions, isWide, children }: Props) {
  useFreshCounts();
  useMemberStart();
  return (
    <Page
      title={title}
      eyebrow={parent ? <BackLink {...parent} /> : undefined}
      actions={actions}
      isWide={isWide}
      navigation={<TabBar current={parent ? null : tab} />}
    >
      {children}
    </Page>
  );
}

export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className="-ml-1 inline-flex min-h-11 items-center gap-1 self-start text-accent">
      <Icon name="chevron-left" />
      {label}
    </Link>
  );
}

/** Refreshes the counts in the tab bar once the browser is idle, and when the member returns to the app. */
function useFreshCounts(): void {
  useEffect(() => {
    let isOpen = true;
    void whenIdle().then(() => {
      // Do nothing if the member has left the page, for example because the account is no longer approved.
      if (isOpen) refreshCounts();
    });
    return () => {
      isOpen = false;
    };
  }, []);
  useReturn(refreshCounts);
}

/** Sends what waits in the outbox, and preloads other pages. Call this on every page with which the app can start. */
export function useMemberStart(): void {
  useEffect(() => {
    void memberOutbox().start();
    void prefetchPages();
  }, []);
}

/** Resolves `firstData`. A page calls this function when it shows its data. */
let onFirstData = () => {};
const firstData = new Promise<void>((resolve) => {
  onFirstData = resolve;
});
/** The pages to preload. All conversations share one page, so any conversation will do. */
const prefetched = [
  paths.index,
  paths.matches,
  conversationPath("any"),
  paths.news,
  paths.profile,
  paths.safety,
];
/** The longest wait for the first page's data. Without a limit, pages that show no data would never preload others. */
const longestWaitMs = 3_000;

/**
 * Preloads the pages that a member opens next, so that they open offline, too. Waits for the first page's data and
 * not only for an idle browser, because a browser is also idle while it waits for that data.
 */
async function prefetchPages(): Promise<void> {
  if (!prefetchAllowed()) return;
  await Promise.race([firstData, sleep(longestWaitMs)]);
  await whenIdle();
  for (const path of prefetched) {
    // If this fails, the navigation loads the page when the member opens it.
    prefetch(path).catch(() => undefined);
  }
}

function refreshCounts(): void {
  void matches().refresh();
  void news().refresh();
}

interface ShownProps<Data> {
  state: UsedResource<Data>;
  /** Returns true for data without content. A page shows such data only after the call to the server has ended. */
  isEmpty?: (data: Data) => boolean;
  /** The shape of the data. Without a shape, a spinner stands for the data. */
  shape?: SkeletonShape;
  children: (data: Data) => ReactNode;
}

/** Draws the data of a resource, with a note if the data may be old. Without data, says why there is none. */
export function Shown<Data>({ state, isEmpty, shape, children }: ShownProps<Data>) {
  const t = useText();
  const { data, loadedAtMs, isLoading, isOpening, error, refresh } = state;
  const isUnsure = data === null || (isOpening && isEmpty?.(data));
  useEffect(() => {
    if (!isUnsure) onFirstData();
  }, [isUnsure]);
  if (isUnsure && error === null) {
    return shape ? <Skeleton shape={shape} /> : <Spinner label={t("shell.loading")} />;
  }
  return (
    <>
      {error === null ? null : (
        <Banner
          tone={data === null ? "danger" : "info"}
          title={t(isOurs(error) ? "shell.serverProblem" : "shell.offline")}
          action={
            <Button variant="secondary" isBusy={isLoading} onClick={() => void refresh()}>
              {t("shell.retry")}
            </Button>
          }
        >
          {data === null ? null : t("member.asOf", { time: formatMoment(loadedAtMs) })}
        </Banner>
      )}
      {data === null ? null : children(data)}
    </>
  );
}

const isOurs = (error: unknown) => failureSource(error) !== "network";
