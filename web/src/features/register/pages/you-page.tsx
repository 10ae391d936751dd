/** Who you are. */
import { useFormTools } from "../form/form-context";
import { BirthdayInput } from "../inputs/birthday-input";
import { ChoiceInput, TextInput } from "../inputs/inputs";

export function YouPage() {
  const { core } = useFormTools();
  return (
    <>
      <TextInput name="nickname" hint counted autoComplete="nickname" />
      <TextInput name="name" hint autoComplete="name" />
      <ChoiceInput name="gender" list="gender" words={core.vocabulary().gender} />
      <BirthdayInput />
    </>
  );
}
