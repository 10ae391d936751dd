/** The card of a person to whom the member was introduced, with the reasons and the time for an answer. */
import type { Introduction } from "#/api/introductions";
import type { Lists } from "#/core/lists";
import { PersonMenuButton } from "#/features/safety/person-menu-button";
import { useText } from "#/i18n/use-text";
import { cardOf } from "#/member/card";
import { Gallery } from "#/member/gallery";
import { formatNext } from "#/member/moments";
import { PersonCard } from "#/member/person-card";
import { Why } from "./why";

interface Props {
  introduction: Introduction;
  lists: Lists;
  onExpired: () => void;
  isNext: boolean;
}

/** If less time than this is left for an answer, the card shows the deadline. */
const hurryMs = 48 * 60 * 60_000;

export function IntroductionCard({ introduction, lists, onExpired, isNext }: Props) {
  const t = useText();
  const { introductionId, person, why, expiresAt } = introduction;
  const name = person.nickname;
  const card = cardOf({ t, lists, person, sharedTagIds: why.sharedTagIds });
  const endMs = Date.parse(expiresAt);
  return (
    <div
      className={`@container flex flex-col gap-5 ${
        // The movement shows that the card is a new one, even if it looks much like the card before.
        isNext ? "transition-[translate] duration-300 ease-out starting:translate-y-8" : ""
      }`}
    >
      <PersonCard
        person={card}
        level={2}
        gallery={<Gallery photos={person.photos} name={name} onExpired={onExpired} />}
      >
        {endMs - Date.now() < hurryMs ? (
          <p className="m-0 text-sm text-muted">
            {t("introductions.until", { time: formatNext(endMs) })}
          </p>
        ) : null}
        <Why why={why} lists={lists} name={name} />
        {person.datingQuestion ? (
          <section className="rounded-lg border border-line bg-surface p-4">
            <h3 className="m-0 text-sm text-muted">{t("introductions.asks", { name })}</h3>
            <p dir="auto" className="m-0 text-lg font-semibold whitespace-pre-line wrap-anywhere">
              {person.datingQuestion}
            </p>
          </section>
        ) : null}
      </PersonCard>
      <PersonMenuButton acquaintance={{ introductionId }} name={name} />
    </div>
  );
}
