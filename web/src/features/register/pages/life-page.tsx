/** Looks and life: height, home and habits. */
import { useForm } from "../form/form-context";
import { SelectInput, TextInput, YesNoInput } from "../inputs/inputs";
import { LocationInput } from "../inputs/location-input";
import { cityGroups } from "../inputs/places";

export function LifePage() {
  const form = useForm();
  return (
    <>
      <TextInput name="height" kind="number" unit={form.t("register.unit.cm")} />
      <SelectInput name="city" groups={cityGroups(form)} />
      <TextInput name="address" hint autoComplete="off" />
      <LocationInput />
      <YesNoInput name="smoke" />
      <YesNoInput name="drink" />
      <YesNoInput name="tattoo" />
      <YesNoInput name="marriageRecord" />
      <YesNoInput name="hasChildren" />
    </>
  );
}
