/** The card of another member in the reader's language, made from the server's answer. */
import type { PersonOnCard } from "#/api/introductions";
import type { Lists } from "#/core/lists";
import { optionalChoices } from "#/core/optional-choices";
import { hasText, nameOfWord, type Text } from "#/i18n/use-text";
import type { Person } from "./person-card";

const tagFields = [
  "personalityTagIds",
  "hobbyTagIds",
  "exerciseTagIds",
  "petTagIds",
  "marriageTypeTagIds",
  "fertilityPlanTagIds",
] as const satisfies readonly (keyof PersonOnCard)[];

const textFields = [
  "achievement",
  "aboutMe",
  "dailyLife",
  "surprisePoint",
] as const satisfies readonly (keyof PersonOnCard)[];

interface Source {
  t: Text;
  lists: Lists;
  person: PersonOnCard;
  sharedTagIds?: readonly number[];
}

export function titleOf(t: Text, { nickname, age }: PersonOnCard): string {
  return t("member.card.title", { name: nickname, age });
}

/** Returns the card without photos. A `Gallery` draws the photos, because they need sizes and placeholders. */
export function cardOf({ t, lists, person, sharedTagIds = [] }: Source): Person {
  const city = lists.catalogue().cities.find(({ code }) => code === person.city);
  const facts: Person["facts"][number][] = [
    { icon: "briefcase", text: t(`vocabulary.occupationType.${person.occupationType}`) },
    { icon: "graduation-cap", text: t(`vocabulary.education.${person.education}`) },
  ];
  if (city) {
    const { en, local, japanese } = city;
    facts.push({ icon: "map-pin", text: t("vocabulary.cityName", { en, local, japanese }) });
  }
  if (person.employerVerified) {
    const text = person.employerName
      ? t("member.card.employer", { name: person.employerName })
      : t("member.card.employerVerified");
    facts.push({ icon: "shield-check", text });
  }
  const texts = textFields.flatMap((field) =>
    person[field] === "" ? [] : [{ label: labelOf(t, field), text: person[field] }],
  );
  const words: Readonly<Record<string, unknown>> = { ...person };
  for (const { field, visibility } of optionalChoices(lists)) {
    const word = words[field];
    if (visibility === "shown" && word)
      texts.push({ label: labelOf(t, field), text: nameOfWord(t, field, String(word)) });
  }
  const tags = tagFields.flatMap((field) => {
    const isShared = (id: number) => sharedTagIds.includes(id);
    const ids: readonly number[] = person[field];
    const named = (wanted: readonly number[]) => tagNames(t, lists, wanted);
    const shared = named(ids.filter(isShared));
    const names = named(ids.filter((id) => !isShared(id)));
    if (names.length + shared.length === 0) return [];
    return [{ label: labelOf(t, field), names, shared }];
  });
  return { title: titleOf(t, person), photos: [], facts, texts, tags };
}

/** Returns the label of an answer. The card has a shorter label than the form for some answers. */
function labelOf(t: Text, field: string): string {
  const own = `member.card.${field}`;
  return hasText(own) ? t(`member.card.${field}`) : t(`vocabulary.field.${field}`);
}

/** Returns the names of the tags, in the order of the catalogue. Leaves out tags that only a newer server knows. */
export function tagNames(t: Text, lists: Lists, ids: readonly number[]): string[] {
  return lists
    .catalogue()
    .tagGroups.flatMap(({ group, tags }) =>
      tags.filter(({ id }) => ids.includes(id)).map(({ key }) => t(`vocabulary.${group}.${key}`)),
    );
}
