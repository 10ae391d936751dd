/** Work and education. */

import { LongTextInput, SelectInput, TextInput, wordOptions } from "../fields/inputs";
import { useFormTools } from "../form/form-context";

export function WorkPage() {
  const tools = useFormTools();
  const words = tools.core.vocabulary();
  return (
    <>
      <SelectInput
        name="occupationType"
        options={wordOptions(tools, "occupationType", words.occupationType)}
      />
      <TextInput name="occupation" hint autoComplete="organization-title" />
      <LongTextInput name="achievement" hint rows={3} />
      <SelectInput
        name="incomeRange"
        hint
        options={wordOptions(tools, "incomeRange", words.incomeRange)}
      />
      <SelectInput name="education" options={wordOptions(tools, "education", words.education)} />
      <TextInput name="school" />
    </>
  );
}
