/** The bar with the main pages of a member, at the lower end of the screen. */
import { useText } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import { Link } from "#/navigation/link";
import { useOwnedState } from "#/session/session";
import { Icon, type IconName } from "#/ui/icon";
import { matches, news } from "./resources";

export type Tab = "today" | "matches" | "news" | "me";

const tabs = [
  { id: "today", to: paths.index, icon: "sun" },
  { id: "matches", to: paths.matches, icon: "message-circle" },
  { id: "news", to: paths.news, icon: "bell" },
  { id: "me", to: paths.profile, icon: "user" },
] as const satisfies readonly { id: Tab; to: string; icon: IconName }[];

const maxShown = 9;

/** `current` is null on a page below one of the main pages. */
export function TabBar({ current }: { current: Tab | null }) {
  const t = useText();
  const counts = useCounts();
  return (
    <nav aria-label={t("member.tabs")} className="@container">
      <ul className="m-0 mx-auto grid max-w-2xl list-none grid-cols-4 p-0">
        {tabs.map(({ id, to, icon }) => {
          const count = counts[id] ?? 0;
          const isCurrent = id === current;
          return (
            <li key={id}>
              <Link
                to={to}
                isCurrent={isCurrent}
                className={`flex min-h-14 flex-col items-center justify-center gap-0.5 rounded-md px-1 py-1 text-center text-sm leading-tight no-underline ${
                  isCurrent ? "font-bold text-accent" : "text-muted"
                }`}
              >
                <span className="relative">
                  <Icon name={icon} className="size-6" />
                  {count > 0 ? <Badge count={count} /> : null}
                </span>
                {/* On a small phone with large text, four labels do not fit side by side, so only screen readers
                    get the labels. */}
                <span className="@max-[16em]:sr-only">
                  {t(`member.tab.${id}`)}
                  {count > 0 ? (
                    <span className="sr-only"> – {t("member.unread", { count })}</span>
                  ) : null}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function Badge({ count }: { count: number }) {
  return (
    <span
      aria-hidden="true"
      className="absolute -top-1.5 left-3.5 min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 font-bold text-on-accent"
    >
      {count > maxShown ? `${maxShown}+` : count}
    </span>
  );
}

/** Returns how many unread notes and news this device knows of. `member-page.tsx` refreshes these numbers. */
function useCounts(): Partial<Record<Tab, number>> {
  const { data: allMatches } = useOwnedState(matches);
  const { data: allNews } = useOwnedState(news);
  const unread = allMatches?.reduce((sum, match) => sum + match.unread, 0) ?? 0;
  // News about notes does not count, because the matches tab counts unread notes already.
  const fresh = allNews?.filter(({ isRead, kind }) => !isRead && kind !== "NOTE") ?? [];
  return { matches: unread, news: fresh.length };
}
