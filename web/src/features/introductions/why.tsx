/** The reasons why two members were introduced, without the other person's conditions. */
import type { Introduction } from "#/api/introductions";
import type { Lists } from "#/core/lists";
import { useText } from "#/i18n/use-text";
import { tagNames } from "#/member/card";
import { Icon, type IconName } from "#/ui/icon";

interface Props {
  why: Introduction["why"];
  lists: Lists;
  name: string;
}

export function Why({ why, lists, name }: Props) {
  const t = useText();
  const separator = t("introductions.listSeparator");
  const conditions = why.conditions.map((type) => t(`vocabulary.condition.${type}`));
  const shared = tagNames(t, lists, why.sharedTagIds);
  const reasons: { icon: IconName; text: string }[] = [
    { icon: "map-pin", text: t(`introductions.distance.${bands[why.distanceBand]}`) },
  ];
  if (conditions.length > 0) {
    const list = conditions.join(separator);
    reasons.push({ icon: "check", text: t("introductions.why.conditions", { name, list }) });
  }
  if (shared.length > 0) {
    const list = shared.join(separator);
    reasons.push({ icon: "heart", text: t("introductions.why.shared", { list }) });
  }
  reasons.push({ icon: "circle-check", text: t("introductions.why.mutual", { name }) });
  return (
    <section className="flex flex-col gap-2 rounded-lg bg-accent-soft p-4">
      <h3 className="m-0 font-bold">{t("introductions.why.title")}</h3>
      <ul className="m-0 flex list-none flex-col gap-1.5 p-0">
        {reasons.map(({ icon, text }) => (
          <li key={icon} className="flex items-start gap-2">
            <Icon name={icon} className="mt-0.5 size-5 text-accent" />
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The ids of the messages for the distances. The server's names contain "<" and "+", which an id cannot contain. */
const bands: Record<Introduction["why"]["distanceBand"], string> = {
  "<10": "under10",
  "<25": "under25",
  "<50": "under50",
  "<100": "under100",
  "100+": "over100",
};
