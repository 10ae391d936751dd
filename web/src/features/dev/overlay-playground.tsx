/** Questions above the page, and what was answered. */
import { useState } from "react";
import { useText } from "../../i18n/use-text";
import { askToConfirm } from "../../overlays/ask-to-confirm";
import { Button } from "../../ui/button";

export function OverlayPlayground() {
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
        <Button look="secondary" onClick={() => void ask(false)}>
          {t("dev.overlay.ask")}
        </Button>
        <Button look="secondary" onClick={() => void ask(true)}>
          {t("dev.overlay.askDanger")}
        </Button>
      </div>
      <output className="text-sm">
        {answer === null ? null : t(answer ? "dev.overlay.yes" : "dev.overlay.no")}
      </output>
    </>
  );
}
