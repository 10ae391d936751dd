/** Icons, avatars, progress and a tooltip, to look at. */
import { useState } from "react";
import { useText } from "../../i18n/use-text";
import { Icon } from "../../icons/icon";
import { iconNames } from "../../icons/names";
import { Avatar } from "../../ui/avatar";
import { Button } from "../../ui/button";
import { Progress } from "../../ui/progress";
import { Tooltip } from "../../ui/tooltip";

const avatarSizes = ["3xs", "2xs", "xs", "md", "xl", "3xl"] as const;

export function DrawnPlayground() {
  const t = useText();
  return (
    <>
      <h3 className="font-semibold">{t("dev.icons")}</h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-2">
        {iconNames.map((name) => (
          <li key={name} className="grid h-11 place-items-center rounded-sm bg-sunken">
            <Icon name={name} label={name.replace("lucide:", "")} />
          </li>
        ))}
      </ul>
      <h3 className="font-semibold">{t("dev.avatars")}</h3>
      <div className="flex flex-wrap items-center gap-3">
        {avatarSizes.map((size) => (
          <Avatar key={size} alt={t("dev.avatar")} size={size} />
        ))}
        <Avatar alt={t("dev.avatarWithPicture")} src="/logo.svg" size="3xl" />
      </div>
      <h3 className="font-semibold">{t("dev.progress")}</h3>
      <Progresses />
      <h3 className="font-semibold">{t("dev.tooltip")}</h3>
      <Tooltip text={t("dev.tooltip.text")}>
        <Button look="secondary">{t("dev.tooltip.control")}</Button>
      </Tooltip>
    </>
  );
}

function Progresses() {
  const t = useText();
  const [percent, setPercent] = useState(40);
  return (
    <div className="flex flex-col gap-3">
      <Progress label={t("dev.progress.known")} value={percent} />
      <label className="flex flex-col gap-1 text-sm">
        {t("dev.progress.value")}
        <input
          type="range"
          value={percent}
          onChange={(event) => setPercent(event.target.valueAsNumber)}
          className="h-11 w-full accent-accent"
        />
      </label>
      <Progress label={t("dev.progress.unknown")} value={null} />
    </div>
  );
}
