/** Toasts, dialogs, icons and other parts of the app, to try them outside any page. */
import { useState } from "react";
import { useText } from "#/i18n/use-text";
import { askToConfirm } from "#/overlays/open-dialog";
import { addToast, type ToastColor } from "#/toasts/toasts";
import { Avatar } from "#/ui/avatar";
import { Button } from "#/ui/button";
import { Card } from "#/ui/card";
import { Icon, iconNames } from "#/ui/icon";
import logo from "#/ui/logo.svg?no-inline";
import { Progress } from "#/ui/progress";

export function PlaygroundSection() {
  const t = useText();
  return (
    <Card isFolded title={t("dev.playground")}>
      <ToastPlayground />
      <DialogPlayground />
      <DrawnPlayground />
    </Card>
  );
}

const colors: readonly ToastColor[] = ["neutral", "green", "red"];

function ToastPlayground() {
  const t = useText();
  const addFive = () => {
    for (const number of [1, 2, 3, 4, 5]) addToast(t("dev.toast.numbered", { number }));
  };
  const addWithAction = () => {
    const action = {
      label: t("dev.toast.undo"),
      onClick: () => void addToast(t("dev.toast.undone"), { color: "green" }),
    };
    addToast(t("dev.toast.withAction"), { action });
  };
  return (
    <>
      <h3 className="font-semibold">{t("dev.toasts")}</h3>
      <div className="grid gap-2 min-[26rem]:grid-cols-2">
        {colors.map((color) => (
          <Button
            key={color}
            variant="secondary"
            onClick={() => addToast(t(`dev.toast.${color}`), { color })}
          >
            {t(`dev.toast.${color}`)}
          </Button>
        ))}
        <Button variant="secondary" onClick={addFive}>
          {t("dev.toast.five")}
        </Button>
        <Button variant="secondary" onClick={addWithAction}>
          {t("dev.toast.withAction")}
        </Button>
        <Button
          variant="secondary"
          onClick={() => addToast(t("dev.toast.staying"), { durationMs: Number.POSITIVE_INFINITY })}
        >
          {t("dev.toast.staying")}
        </Button>
      </div>
    </>
  );
}

function DialogPlayground() {
  const t = useText();
  const [answer, setAnswer] = useState<boolean | null>(null);

  async function ask(isDanger: boolean) {
    setAnswer(null);
    const question = {
      title: t("dev.overlay.title"),
      text: t("dev.overlay.text"),
      confirmLabel: t("dev.overlay.confirm"),
      isDanger,
    };
    setAnswer(await askToConfirm(question));
  }

  return (
    <>
      <h3 className="font-semibold">{t("dev.overlays")}</h3>
      <div className="grid gap-2 min-[26rem]:grid-cols-2">
        <Button variant="secondary" onClick={() => void ask(false)}>
          {t("dev.overlay.ask")}
        </Button>
        <Button variant="secondary" onClick={() => void ask(true)}>
          {t("dev.overlay.askDanger")}
        </Button>
      </div>
      <output className="text-sm">
        {answer === null ? null : t(answer ? "dev.overlay.yes" : "dev.overlay.no")}
      </output>
    </>
  );
}

const avatarSizesPx = [40, 48] as const;

function DrawnPlayground() {
  const t = useText();
  return (
    <>
      <h3 className="font-semibold">{t("dev.icons")}</h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-2">
        {iconNames.map((name) => (
          <li key={name} className="grid h-11 place-items-center rounded-sm bg-sunken">
            <Icon name={name} label={name} />
          </li>
        ))}
      </ul>
      <h3 className="font-semibold">{t("dev.avatars")}</h3>
      <div className="flex flex-wrap items-center gap-3">
        {avatarSizesPx.map((sizePx) => (
          <Avatar key={sizePx} alt={t("dev.avatar")} sizePx={sizePx} />
        ))}
        <Avatar alt={t("dev.avatarWithPicture")} src={logo} />
      </div>
      <h3 className="font-semibold">{t("dev.progress")}</h3>
      <Progresses />
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
