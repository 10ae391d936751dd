/** The page without a card: why there is none, when the next set comes, and which conditions exclude people. */
import { type ReactNode, useEffect } from "react";
import type { Introductions } from "#/api/introductions";
import { useText } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import { privacy } from "#/member/choices";
import { formatDay, formatNext } from "#/member/moments";
import { useResource } from "#/member/resource";
import { introductions } from "#/member/resources";
import { useMyInfo } from "#/member/use-my-info";
import { Link } from "#/navigation/link";
import { buttonClass, Spinner } from "#/ui/button";
import { cardClass } from "#/ui/card";
import { Drawing } from "#/ui/drawing";
import approvedDrawing from "#/ui/drawings/approved.svg?no-inline";
import nobodyTodayDrawing from "#/ui/drawings/nobody-today.svg?no-inline";
import pausedDrawing from "#/ui/drawings/paused.svg?no-inline";
import { Icon } from "#/ui/icon";

interface Props {
  data: Introductions;
  /** True if the member has answered an introduction that is not over yet. */
  hasAnswered: boolean;
}

/** The time between two requests while the server makes the first set of introductions, which may take a minute. */
const firstSetEveryMs = 5_000;
/** The time between two requests after the first set. New sets come once a day, or when a new member is approved. */
const laterSetEveryMs = 60_000;

export function EmptyDay({ data, hasAnswered }: Props) {
  const t = useText();
  const choices = useResource(privacy).data;
  if (choices !== null && choices.pausedUntil !== null) {
    const until = choices.pausedUntil;
    return (
      <Notice
        drawing={pausedDrawing}
        title={t("introductions.paused.title")}
        text={
          until === "FOREVER"
            ? t("introductions.paused.forever")
            : t("introductions.paused.until", { day: formatDay(new Date(`${until}T00:00`)) })
        }
        link={{ to: paths.privacy, label: t("introductions.paused.resume") }}
      />
    );
  }
  const day = <Day data={data} hasAnswered={hasAnswered} />;
  return choices?.hideFromColleagues ? <UnlessHidden>{day}</UnlessHidden> : day;
}

/** Says why there are no introductions if the member hides from colleagues but has an employer outside our list. */
function UnlessHidden({ children }: { children: ReactNode }) {
  const t = useText();
  const { info } = useMyInfo();
  if (info === null || info.profile.employerId) return children;
  return (
    <Notice
      drawing={nobodyTodayDrawing}
      title={t("introductions.hidden.title")}
      text={t("introductions.hidden.text")}
      link={{ to: paths.privacy, label: t("introductions.hidden.link") }}
    />
  );
}

function Day({ data, hasAnswered }: Props) {
  const t = useText();
  const isFirst = data.circle === null && !hasAnswered;
  useNextSet(isFirst ? firstSetEveryMs : laterSetEveryMs);
  const words = isFirst ? "first" : hasAnswered ? "done" : "none";
  const time = formatNext(Date.parse(data.nextAt));
  return (
    <>
      <Notice
        drawing={isFirst ? approvedDrawing : nobodyTodayDrawing}
        title={t(`introductions.${words}.title`)}
        text={t(`introductions.${words}.text`, { time })}
        isBusy={isFirst}
      />
      <Circle circle={data.circle} />
    </>
  );
}

interface NoticeProps {
  drawing: string;
  title: string;
  text: string;
  link?: { to: string; label: string };
  isBusy?: boolean;
}

function Notice({ drawing, title, text, link, isBusy = false }: NoticeProps) {
  return (
    <section role="status" className="flex flex-col items-start gap-3 py-4">
      <Drawing src={drawing} />
      {isBusy ? <Spinner /> : null}
      <h2 className="m-0 text-xl font-bold text-balance">{title}</h2>
      <p className="m-0 text-lg text-muted">{text}</p>
      {link ? (
        <Link to={link.to} className={`${buttonClass()} self-stretch`}>
          {link.label}
        </Link>
      ) : null}
    </section>
  );
}

function Circle({ circle }: Pick<Introductions, "circle">) {
  const t = useText();
  if (!circle) return null;
  const { size, without } = circle;
  return (
    <section className={`${cardClass} flex flex-col gap-3`}>
      <h2 className="m-0 text-lg font-bold">{t("introductions.circle.title")}</h2>
      <p className="m-0">
        {typeof size === "number"
          ? t("introductions.circle.size", { count: size })
          : t("introductions.circle.few")}
      </p>
      {without.length > 0 ? (
        <>
          <p className="m-0 text-muted">{t("introductions.circle.widen")}</p>
          <ul className="m-0 -mx-2 flex list-none flex-col p-0">
            {without.map(({ type, more }) => (
              <li key={type}>
                <Link
                  to={`${paths.preferences}?condition=${type}`}
                  className="flex min-h-12 items-center gap-2 rounded-md px-2 py-1 text-ink no-underline hover:bg-sunken"
                >
                  <span className="grow">
                    {t("introductions.circle.without", {
                      condition: t(`vocabulary.condition.${type}`),
                      count: more,
                    })}
                  </span>
                  <Icon name="chevron-right" className="size-5 text-muted" />
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Link to={paths.preferences} className={buttonClass("secondary")}>
          {t("introductions.circle.preferences")}
        </Link>
      )}
    </section>
  );
}

function useNextSet(everyMs: number): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void introductions().refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
