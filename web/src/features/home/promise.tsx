/** The name and the promise of Enmusubi, for the pages that a newcomer may see first. */
import { useText } from "#/i18n/use-text";
import { Icon } from "#/ui/icon";
import { Knot } from "#/ui/knot";

export function Brand() {
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Knot />
      <p className="text-xl font-bold">Enmusubi</p>
    </div>
  );
}

const points = [
  { id: "proof", icon: "briefcase" },
  { id: "review", icon: "shield-check" },
  { id: "place", icon: "map-pin" },
] as const;

/** The page must have the title `shell.index.title`, because this text continues that title. */
export function ProductPromise() {
  const t = useText();
  return (
    <>
      <p className="text-lg text-muted">{t("shell.index.lead")}</p>
      <ul className="flex flex-col gap-3">
        {points.map(({ id, icon }) => (
          <li key={id} className="flex gap-3">
            <Icon name={icon} className="mt-1 size-5 text-accent" />
            <span>{t(`shell.index.${id}`)}</span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t("shell.index.adults")}</p>
    </>
  );
}
