/** Who you are. */
import { useForm } from "../form/form-context";
import { ChoiceInput, DateInput, TextInput } from "../inputs/inputs";

export function YouPage() {
  const { core } = useForm();
  return (
    <>
      <TextInput name="nickname" hint counted autoComplete="nickname" />
      <TextInput name="name" hint autoComplete="name" />
      <ChoiceInput name="gender" list="gender" words={core.vocabulary().gender} />
      <DateInput name="birthday" hint autoComplete="bday" />
    </>
  );
}
