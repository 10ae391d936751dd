/** The result of the latest change of a choice, below its control. */
import { useSyncExternalStore } from "react";
import { useText } from "../../i18n/use-text";
import { Banner } from "../../ui/banner";
import type { ChoiceName, ChoiceSaver } from "./choice-saver";

export function ChoiceResult({ saver, name }: { saver: ChoiceSaver; name: ChoiceName }) {
  const t = useText();
  const { wanted, latest } = useSyncExternalStore(saver.subscribe, saver.getState);
  const isSaving = name in wanted;
  const own = !isSaving && latest?.names.includes(name) ? latest : null;
  return (
    <div className="flex flex-col">
      <div role="status" className="text-sm text-muted *:mt-2">
        {/* A quick answer shows no "Saving…", which would only flash. */}
        {isSaving ? <p className="animate-appear">{t("settings.saving")}</p> : null}
        {own?.failure === null ? <p>{t("settings.saved")}</p> : null}
      </div>
      <div role="alert" className="*:mt-2">
        {own?.failure ? (
          <Banner isSilent tone="danger" title={t(`failure.${own.failure}`)}>
            {t("settings.privacy.failed")}
          </Banner>
        ) : null}
      </div>
    </div>
  );
}
