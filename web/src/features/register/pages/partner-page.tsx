/** Who you look for. */
import { useFormTools } from "../form/form-context";
import { ConditionsInput } from "../inputs/conditions-input";
import { DistanceInput } from "../inputs/distance-input";
import { ChoiceInput } from "../inputs/inputs";

export function PartnerPage() {
  const { core } = useFormTools();
  return (
    <>
      <ChoiceInput name="matchGender" list="matchGender" words={core.vocabulary().matchGender} />
      <DistanceInput />
      <ConditionsInput />
    </>
  );
}
