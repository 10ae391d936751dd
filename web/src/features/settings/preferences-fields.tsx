/** The questions of the preferences, as the registration form asks them, and the bar with the button that saves. */
import { useEffect, useRef } from "react";
import { mayPass } from "#/api/error";
import { useText } from "#/i18n/use-text";
import { formatMoment, formatNext } from "#/member/moments";
import { NotStored } from "#/member/not-stored";
import { usePlace } from "#/navigation/navigation";
import { FormProvider, useFormTools, useShownErrors } from "#/profile-form/answers/form-context";
import { conditionLayouts, findCondition } from "#/profile-form/fields/conditions";
import { ConditionsInput } from "#/profile-form/fields/conditions-input";
import { ChoiceInput, DistanceInput } from "#/profile-form/fields/inputs";
import { ErrorSummary, focusControl } from "#/profile-form/frame/error-summary";
import { FieldsForm } from "#/profile-form/frame/fields-form";
import { Button } from "#/ui/button";
import { Icon } from "#/ui/icon";
import { PlaceInput } from "./place-input";
import { type Outcome, page } from "./preferences-form";
import { Problem } from "./problem";
import type { OpenForm } from "./use-preferences-form";

/** The "Save" button is outside of the form, in the bar at the bottom, and refers to the form by this id. */
const formId = "preferences-form";

export function PreferencesFields(props: OpenForm) {
  return (
    <FormProvider store={props.form.store}>
      <Fields {...props} />
    </FormProvider>
  );
}

function Fields({ outcome, save }: OpenForm) {
  const { core } = useFormTools();
  const errors = useShownErrors();
  const summary = useRef<HTMLDivElement>(null);
  useConditionOfAddress();
  useEffect(() => {
    if (outcome?.kind === "invalid") summary.current?.focus();
  }, [outcome]);
  return (
    <>
      <ErrorSummary
        ref={summary}
        page={page}
        errors={errors}
        onFollow={({ path }) => focusControl(path)}
      />
      <FieldsForm id={formId} onSubmit={() => void save()}>
        <ChoiceInput name="matchGender" list="matchGender" words={core.vocabulary().matchGender} />
        <DistanceInput />
        <PlaceInput core={core} />
        <ConditionsInput />
      </FieldsForm>
    </>
  );
}

/** Moves the focus to the condition that the address names when the page opens. */
function useConditionOfAddress(): void {
  const { store } = useFormTools();
  const { search } = usePlace();
  const type = new URLSearchParams(search).get("condition");
  useEffect(() => {
    const layout = conditionLayouts.find((each) => each.type === type);
    if (!layout) return;
    const { index } = findCondition(store.getState().draft, layout.type);
    const isChoice = layout.control === "yesNo" && index >= 0;
    focusControl(isChoice ? `valueItem[${index}].value` : `condition.${layout.type}`);
  }, [type, store]);
}

export function SaveBar({ outcome, isChanged, isSaving, isStored, discard }: OpenForm) {
  const t = useText();
  const problem = useProblemWords(outcome);
  const isSaid = outcome?.kind === "saved" || outcome?.kind === "unchanged";
  return (
    <div className="flex flex-col pb-2">
      <div role="status" className="*:mb-2">
        {isSaid ? <Said outcome={outcome} /> : null}
        {isChanged && !isSaving ? (
          <p className="flex items-center gap-2 text-sm font-semibold">
            <Icon name="pencil" className="size-4" />
            {t("settings.preferences.unsaved")}
          </p>
        ) : null}
        {isStored || isSaving ? null : <NotStored />}
      </div>
      <div role="alert" className="*:mb-2">
        {problem ? <Problem {...problem} /> : null}
      </div>
      <div className="flex flex-wrap gap-x-3 gap-y-1">
        <Button type="submit" form={formId} isBusy={isSaving} className="grow sm:grow-0">
          {t(isSaving ? "settings.saving" : "settings.preferences.save")}
        </Button>
        {isChanged && !isSaving ? (
          <Button variant="ghost" className="px-4" onClick={discard}>
            {t("settings.preferences.discard")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function Said({ outcome }: { outcome: Outcome }) {
  const t = useText();
  if (outcome.kind !== "saved") {
    return <p className="text-sm">{t("settings.preferences.unchanged")}</p>;
  }
  const time = formatNext(outcome.effectiveAtMs);
  return (
    <p className="flex items-start gap-2 text-sm font-semibold text-ok">
      <Icon name="circle-check" className="mt-0.5 size-4" />
      <span>{t("settings.preferences.saved", { time })}</span>
    </p>
  );
}

function useProblemWords(outcome: Outcome | null): { title: string; advice: string } | null {
  const t = useText();
  switch (outcome?.kind) {
    case "offline":
      return {
        title: t("settings.preferences.offline"),
        advice: t("settings.preferences.kept"),
      };
    case "limited": {
      const names = outcome.fields.map((field) => t(`vocabulary.field.${field}`));
      const time = formatMoment(outcome.untilMs);
      const several = outcome.isNamed ? "limitedAll" : "limitedTogether";
      const id = names.length === 1 ? "limited" : several;
      return {
        title: t(`settings.preferences.${id}`, { name: names.join(t("settings.comma")) }),
        advice: t("settings.preferences.limitedUntil", { time }),
      };
    }
    case "failed":
      return {
        title: t(`failure.${outcome.code}`),
        advice: t(`settings.preferences.${mayPass(outcome.code) ? "kept" : "refused"}`),
      };
    default:
      return null;
  }
}
