/** The answered introductions that are not over yet. After a no, the member can look at the person again. */
import type { Introduction } from "#/api/introductions";
import { useText } from "#/i18n/use-text";
import { imageAttributes } from "#/image/attributes";
import { titleOf } from "#/member/card";
import { Avatar } from "#/ui/avatar";
import { Button } from "#/ui/button";
import { cardClass } from "#/ui/card";

interface Props {
  answered: readonly Introduction[];
  onReopen: (introductionId: string) => void;
}

export function AnsweredList({ answered, onReopen }: Props) {
  const t = useText();
  if (answered.length === 0) return null;
  return (
    <section className={`${cardClass} flex flex-col gap-3`}>
      <h2 className="m-0 text-lg font-bold">{t("introductions.answered.title")}</h2>
      <ul className="m-0 flex list-none flex-col gap-3 p-0">
        {answered.map(({ introductionId, answer, person }) => {
          const [photo] = person.photos;
          const picture = photo ? imageAttributes(photo.url, "avatar") : undefined;
          const title = titleOf(t, person);
          return (
            <li key={introductionId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Avatar alt="" name={person.nickname} src={picture?.src} srcSet={picture?.srcSet} />
              <span className="flex min-w-0 grow flex-col">
                <span className="font-semibold wrap-anywhere">{title}</span>
                <span className="text-sm text-muted">
                  {t(`introductions.answered.${answer ?? "NO"}`)}
                </span>
              </span>
              {answer === "NO" ? (
                <Button variant="ghost" onClick={() => onReopen(introductionId)}>
                  {t("introductions.answered.undo")}
                  <span className="sr-only"> – {title}</span>
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      <p className="m-0 text-sm text-muted">{t("introductions.answered.hint")}</p>
    </section>
  );
}
