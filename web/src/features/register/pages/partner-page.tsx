/** Who you look for. */

import { useForm } from "../form/form-context";
import { ConditionsInput } from "../inputs/conditions-input";
import { ChoiceInput, TextInput } from "../inputs/inputs";

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
