/** The cities of the catalogue as choices. */
import type { OptionGroup } from "../../../ui/fields/select-field";
import type { AnswerSource } from "../form/form-context";

/** Cities by country; names are data, in the person's script where the catalogue has it. */
export function cityGroups(source: Pick<AnswerSource, "t" | "core">): OptionGroup[] {
  const cities = source.core.catalogue().cities;
  const countries = [...new Set(cities.map((city) => city.country))];
  return countries.map((country) => ({
    label: source.t(`vocabulary.country.${country}`),
    options: cities
      .filter((city) => city.country === country)
      .map((city) => ({ value: city.code, label: cityName(source, city) })),
  }));
}

/** The city's name for this reader. */
export function cityName(
  { t }: Pick<AnswerSource, "t">,
  city: { en: string; local: string },
): string {
  return t("vocabulary.cityName", { en: city.en, local: city.local });
}
