/** The cities and tags of the catalogue as options, with their names in the person's language. */
import { currentLanguage } from "../../../i18n/use-text";
import type { OptionGroup } from "../../../ui/fields/select-field";
import type { FormTools } from "../form/form-context";
import type { FieldName } from "../form/page-table";

type Source = Pick<FormTools, "t" | "core">;

/** Returns the cities by country: Japan first for readers of Japanese, Taiwan for all others. */
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

/**
 * Returns the city's name in English, in the local characters, or in Japanese ones: 臺北市 and 新竹縣 are
 * 台北市 and 新竹県 there. A message of the current language chooses between them.
 */
export function cityName({ t }: Pick<Source, "t">, city: { en: string; local: string }): string {
  const japanese = city.local.replaceAll("臺", "台").replaceAll("縣", "県");
  return t("vocabulary.cityName", { en: city.en, local: city.local, japanese });
}

/** Returns the tags that belong to a field. */
export function tagsOf({ core, t }: Source, name: FieldName): { id: number; label: string }[] {
  const group = core.catalogue().tagGroups.find(({ field }) => field === name);
  return (group?.tags ?? []).map((tag) => ({
    id: tag.id,
    label: t(`vocabulary.${group?.group}.${tag.key}`),
  }));
}

/** Reads the chosen tag ids of a draft, which may hold them as text, or a single one without a list. */
export function chosenTagIds(value: unknown): number[] {
  const items: unknown[] = Array.isArray(value) ? value : value ? [value] : [];
  return items.map(Number);
}
