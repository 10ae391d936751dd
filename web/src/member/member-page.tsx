/** The frame of the pages of approved members: the page, its age if it is old, and the bar of pages. */
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
import { type Tab, TabBar } from "./tab-bar";

interface Props {
  title: string;
  /** The main page that this is, or that it belongs to. */
  tab: Tab;
  /** The page one step up and its name, for a page that is no main page. */
  parent?: { to: string; label: string };
  actions?: ReactNode;
  /** True for a page with two columns on a desktop. */
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

/** Refreshes the numbers in the bar after the page itself, and when the member comes back. */
function useFreshCounts(): void {
  useEffect(() => {
    let isOpen = true;
    void whenIdle().then(() => {
      // After a logout, the calls would log in again.
      if (isOpen) refreshCounts();
    });
    return () => {
      isOpen = false;
    };
  }, []);
  useReturn(refreshCounts);
}

/** Sends what waits, and loads other pages. Every page on which a member may start the app calls it. */
export function useMemberStart(): void {
  useEffect(() => {
    void memberOutbox().start();
    void prefetchPages();
  }, []);
}

/** Called when a page shows its data. */
let onFirstData = () => {};
const firstData = new Promise<void>((resolve) => {
  onFirstData = resolve;
});
/** The pages of the bar, and those that a member in trouble opens. All conversations have the same page. */
const prefetched = [
  paths.index,
  paths.matches,
  conversationPath("any"),
  paths.news,
  paths.profile,
  paths.safety,
];
/** Pages without data of the server load the others after this time. */
const longestWaitMs = 3_000;

/**
 * Loads the pages that a member opens next, so that they open without a network, too. The browser is
 * idle while the first page waits for the server, but the data of that page should come first.
 */
async function prefetchPages(): Promise<void> {
  if (!prefetchAllowed()) return;
  await Promise.race([firstData, sleep(longestWaitMs)]);
  await whenIdle();
  for (const path of prefetched) {
    // The navigation loads again what fails here.
    prefetch(path).catch(() => undefined);
  }
}

function refreshCounts(): void {
  void matches().refresh();
  void news().refresh();
}

interface ShownProps<Data> {
  state: UsedResource<Data>;
  /** True for data that shows nothing. It waits for the server, which may know more. */
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}

/** Draws the data of a resource, with a note if it may be old, or says why there is none yet. */
export function Shown<Data>({ state, isEmpty, children }: ShownProps<Data>) {
  const t = useText();
  const { data, loadedAtMs, isLoading, isOpening, error, refresh } = state;
  const isUnsure = data === null || (isOpening && isEmpty?.(data));
  useEffect(() => {
    if (!isUnsure) onFirstData();
  }, [isUnsure]);
  if (isUnsure && error === null) return <Spinner label={t("shell.loading")} />;
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
