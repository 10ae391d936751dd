/** The card of another member in the reader's language, made from the server's answer. */
import type { PersonOnCard } from "#/api/introductions";
import type { Lists } from "#/core/lists";
import type { Text } from "#/i18n/use-text";
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
    person[field] === "" ? [] : [{ label: t(`member.card.${field}`), text: person[field] }],
  );
  if (person.mbti) texts.push({ label: t("member.card.mbti"), text: person.mbti });
  const tags = tagFields.flatMap((field) => {
    const isShared = (id: number) => sharedTagIds.includes(id);
    const ids: readonly number[] = person[field];
    const named = (wanted: readonly number[]) => tagNames(t, lists, wanted);
    const shared = named(ids.filter(isShared));
    const names = named(ids.filter((id) => !isShared(id)));
    if (names.length + shared.length === 0) return [];
    return [{ label: t(`member.card.${field}`), names, shared }];
  });
  return { title: titleOf(t, person), photos: [], facts, texts, tags };
}

/** Returns the names of the tags, in the order of the catalogue. Leaves out tags that only a newer server knows. */
export function tagNames(t: Text, lists: Lists, ids: readonly number[]): string[] {
  return lists
    .catalogue()
    .tagGroups.flatMap(({ group, tags }) =>
      tags.filter(({ id }) => ids.includes(id)).map(({ key }) => t(`vocabulary.${group}.${key}`)),
    );
}
