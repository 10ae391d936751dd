/** Who you are. */

import { BirthdayInput } from "../fields/birthday-input";
import { ChoiceInput, TextInput } from "../fields/inputs";
import { useFormTools } from "../form/form-context";

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
