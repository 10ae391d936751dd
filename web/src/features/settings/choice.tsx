/** A switch whose change is saved at once, and a line with the result of the save. */
import { type ReactNode, useSyncExternalStore } from "react";
import { useText } from "#/i18n/use-text";
import { Banner } from "#/ui/banner";
import { SwitchField } from "#/ui/fields/switch-field";
import type { ChoiceSaver } from "./choice-saver";

interface ChoiceProps<Choices extends object> {
  saver: ChoiceSaver<Choices>;
  name: keyof Choices & string;
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

export function Choice<Choices extends object>(props: ChoiceProps<Choices>) {
  const { saver, name, label, checked, onChange, children } = props;
  const textId = `${name}-text`;
  return (
    <div className="flex flex-col gap-1 border-t border-line pt-3 first-of-type:border-0 first-of-type:pt-0">
      <SwitchField
        id={name}
        label={label}
        checked={checked}
        describedBy={textId}
        onChange={onChange}
      />
      <div id={textId} className="flex flex-col gap-2 text-sm text-muted">
        {children}
      </div>
      <ChoiceResult saver={saver} name={name} />
    </div>
  );
}

interface ResultProps<Choices extends object> {
  saver: ChoiceSaver<Choices>;
  name: keyof Choices & string;
}

export function ChoiceResult<Choices extends object>({ saver, name }: ResultProps<Choices>) {
  const t = useText();
  const { wanted, latest } = useSyncExternalStore(saver.subscribe, saver.getState);
  const isSaving = name in wanted;
  const own = !isSaving && latest?.names.includes(name) ? latest : null;
  return (
    <div className="flex flex-col">
      <div role="status" className="text-sm text-muted *:mt-2">
        {/* The text appears after a delay, so that it does not flash before a quick answer. */}
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
