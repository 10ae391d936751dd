/** Converts the cities and tags of core's catalogue to options, with their names in the person's language. */

import { currentLanguage } from "#/i18n/use-text";
import type { FormTools } from "#/profile-form/answers/form-context";
import type { FieldName } from "#/profile-form/answers/page-table";
import type { OptionGroup } from "#/ui/fields/select-field";

type City = ReturnType<FormTools["core"]["catalogue"]>["cities"][number];
type Source = Pick<FormTools, "t" | "core">;

/** Returns the cities by country. Japan is first for readers of Japanese, and Taiwan for all other readers. */
export function cityGroups(source: Source): OptionGroup[] {
  const cities = source.core.catalogue().cities;
  const first = currentLanguage() === "ja" ? "JP" : "TW";
  const countries = [...new Set([first, ...cities.map((city) => city.country)])];
  return countries.map((country) => ({
    label: source.t(`vocabulary.country.${country}`),
    options: cities
      .filter((city) => city.country === country)
      .map((city) => ({ value: city.code, label: cityName(source, city) })),
  }));
}

/** Returns the city's English, local or Japanese name. The message in the current language names one of the three. */
export function cityName({ t }: Pick<Source, "t">, { en, local, japanese }: City): string {
  return t("vocabulary.cityName", { en, local, japanese });
}

export function tagsOf({ core, t }: Source, name: FieldName): { id: number; label: string }[] {
  const group = core.catalogue().tagGroups.find(({ field }) => field === name);
  return (group?.tags ?? []).map((tag) => ({
    id: tag.id,
    label: t(`vocabulary.${group?.group}.${tag.key}`),
  }));
}

export function chosenTagNames(source: Source, name: FieldName, value: unknown): string[] {
  const chosen = chosenTagIds(value);
  const tags = tagsOf(source, name).filter(({ id }) => chosen.includes(id));
  return tags.map(({ label }) => label);
}

/** Reads the chosen tag ids of a draft. The draft may have the ids as text, or a single id in place of a list. */
export function chosenTagIds(value: unknown): number[] {
  const items: unknown[] = Array.isArray(value) ? value : value ? [value] : [];
  return items.map(Number);
}
