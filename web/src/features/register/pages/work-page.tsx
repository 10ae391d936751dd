/** Work and education. */
import { useForm } from "../form/form-context";
import { LongTextInput, SelectInput, TextInput, wordOptions } from "../inputs/inputs";

export function WorkPage() {
  const form = useForm();
  const words = form.core.vocabulary();
  return (
    <>
      <SelectInput
        name="occupationType"
        options={wordOptions(form, "occupationType", words.occupationType)}
      />
      <TextInput name="occupation" hint autoComplete="organization-title" />
      <LongTextInput name="achievement" hint rows={3} />
      <SelectInput
        name="incomeRange"
        hint
        options={wordOptions(form, "incomeRange", words.incomeRange)}
      />
      <SelectInput name="education" options={wordOptions(form, "education", words.education)} />
      <TextInput name="school" />
    </>
  );
}
