/** About you, in your own words. */

import { LongTextInput, SelectInput } from "../fields/inputs";
import { useFormTools } from "../form/form-context";

export function AboutPage() {
  const { core } = useFormTools();
  // The sixteen types are read the same in every language.
  const types = core.vocabulary().mbti.map((type) => ({ value: type, label: type }));
  return (
    <>
      <LongTextInput name="aboutMe" hint rows={6} />
      <LongTextInput name="datingQuestion" hint rows={3} />
      <LongTextInput name="dailyLife" hint rows={3} />
      <LongTextInput name="surprisePoint" hint rows={3} />
      <SelectInput name="mbti" options={types} />
    </>
  );
}
