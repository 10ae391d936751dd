/** Who you look for. */
import { ConditionsInput } from "../conditions-input";
import { useForm } from "../form-context";
import { ChoiceInput, TextInput } from "../inputs";

export function PartnerPage() {
  const { core, t } = useForm();
  return (
    <>
      <ChoiceInput name="matchGender" list="matchGender" words={core.vocabulary().matchGender} />
      <TextInput name="recommendDistanceKm" hint kind="number" unit={t("register.unit.km")} />
      <ConditionsInput />
    </>
  );
}
