/** Who you look for. */

import { ConditionsInput } from "../fields/conditions-input";
import { DistanceInput } from "../fields/distance-input";
import { ChoiceInput } from "../fields/inputs";
import { useFormTools } from "../form/form-context";

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
