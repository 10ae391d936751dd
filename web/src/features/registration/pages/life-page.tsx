/** Looks and life: height, home and habits. */

import { SelectInput, TextInput, YesNoInput } from "../fields/inputs";
import { LocationInput } from "../fields/location-input";
import { cityGroups } from "../fields/places";
import { useFormTools } from "../form/form-context";

export function LifePage() {
  const tools = useFormTools();
  return (
    <>
      <TextInput name="height" kind="number" unit={tools.t("register.unit.cm")} />
      <SelectInput name="city" groups={cityGroups(tools)} />
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
