/** The frame of every page of the console: a bar with links, the content, and the actions at the bottom. */
import { type ReactNode, useEffect } from "react";
import { failureCode } from "#/api/error";
import { text, useText } from "#/i18n/use-text";
import { reviewPaths, reviewRouteOf } from "#/lib/paths";
import { Link } from "#/navigation/link";
import { navigate, usePlace } from "#/navigation/navigation";
import { addToast } from "#/toasts/toasts";
import logo from "#/ui/logo.svg?no-inline";
import { UndoBar } from "./decision/undo-bar";
import { ShortcutSwitch } from "./keys";
import { LanguageSelect } from "./language-select";
import { signOut, useReviewSession } from "./session";

interface Props {
  /** The heading of the page and the title of the document. */
  title?: string;
  eyebrow?: ReactNode;
  beside?: ReactNode;
  isNarrow?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

const focusHeading = (heading: HTMLHeadingElement | null) =>
  heading?.focus({ preventScroll: true });

export function Frame(props: Props) {
  const { title, eyebrow, beside, isNarrow = false, actions, children } = props;
  const { pathname } = usePlace();
  useEffect(() => {
    if (title !== undefined) document.title = `${title} – Enmusubi`;
  }, [title]);
  const width = isNarrow ? "max-w-md" : "max-w-7xl";
  return (
    <div className="flex w-full grow flex-col">
      <Bar />
      <main
        className={`isolate mx-auto flex w-full grow flex-col gap-4 px-3 pt-3 pb-8 sm:px-6 ${width}`}
      >
        {title === undefined ? null : (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            {eyebrow ? <div className="-mb-2 basis-full">{eyebrow}</div> : null}
            <h1
              // React reuses this component for the next case. The key makes a new heading, so that the heading takes
              // the focus again and a screen reader announces it.
              key={pathname}
              ref={focusHeading}
              tabIndex={-1}
              className="min-w-0 text-xl font-bold text-balance wrap-anywhere outline-none"
            >
              {title}
            </h1>
            {beside}
          </div>
        )}
        {children}
      </main>
      {/* The footer is not sticky on a low screen, such as a phone on its side, because the content needs the room. */}
      <footer className="sticky bottom-0 z-10 [@media(max-height:30rem)]:static">
        <UndoBar />
        {actions ? (
          <div className="border-t border-line bg-bar pt-3 pb-[calc(env(safe-area-inset-bottom)+0.75rem)] [backdrop-filter:blur(8px)]">
            <div className="mx-auto flex w-full max-w-7xl flex-col gap-2 px-3 sm:px-6">
              {actions}
            </div>
          </div>
        ) : null}
      </footer>
    </div>
  );
}

function Bar() {
  const t = useText();
  const session = useReviewSession();
  const { pathname } = usePlace();
  const route = reviewRouteOf(pathname);
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex w-full max-w-7xl flex-wrap items-center gap-x-4 px-3 sm:px-6">
        <span className="flex min-h-12 items-center gap-2 font-bold">
          <img src={logo} alt="" className="size-6" />
          <span className="max-sm:sr-only">{t("console.name")}</span>
        </span>
        {session ? (
          <nav aria-label={t("console.nav")} className="flex gap-x-1">
            <BarLink to={reviewPaths.queue} isCurrent={route === "queue"}>
              {t("console.queue.title")}
            </BarLink>
            {session.role === "LEAD" ? (
              <BarLink to={reviewPaths.statistics} isCurrent={route === "statistics"}>
                {t("console.statistics.title")}
              </BarLink>
            ) : null}
          </nav>
        ) : null}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-x-2">
          {session ? <ShortcutSwitch /> : null}
          <LanguageSelect />
          {session ? (
            <>
              <span className="text-sm text-muted max-sm:sr-only">{session.name}</span>
              <button
                type="button"
                onClick={() => void leave()}
                className="min-h-11 rounded-full px-3 text-sm font-semibold text-accent underline-offset-4 hover:underline"
              >
                {t("console.signOut")}
              </button>
            </>
          ) : null}
        </div>
      </div>
    </header>
  );
}

function BarLink(props: { to: string; isCurrent: boolean; children: ReactNode }) {
  const { to, isCurrent, children } = props;
  return (
    <Link
      to={to}
      isCurrent={isCurrent}
      className={`flex min-h-12 items-center border-b-2 px-2 text-sm font-semibold no-underline ${
        isCurrent ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink"
      }`}
    >
      {children}
    </Link>
  );
}

/** Gives the open case back and signs the reviewer out. Does neither if the reviewer chooses to stay with the case. */
async function leave(): Promise<void> {
  await navigate(reviewPaths.queue);
  if (reviewRouteOf(window.location.pathname) !== "queue") return;
  try {
    await signOut();
    await navigate(reviewPaths.signIn, { replace: true });
  } catch (error) {
    addToast(text(`failure.${failureCode(error)}`), { color: "red" });
  }
}
