/** The texts that tell a person what others see, beside core's list of the fields and who sees them. */
import { beforeAll, describe, expect, it } from "vitest";
import type { FieldRule } from "#/core/core";
import type { Lists } from "#/core/lists";
import { languages } from "#/i18n/languages";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { personOf } from "#/testing/mock/people";
import { cardOf } from "./card";
import { loadMessages } from "./people.testing";

/**
 * The words that name an answer in the list of what others see, if they are not the label of the answer: in English,
 * Japanese and Chinese.
 */
const written = ["what you write", "文章", "你寫的"] as const;
const tags = ["your tags", "タグ", "標籤"] as const;
const words: Readonly<Record<string, readonly [en: string, ja: string, zh: string]>> = {
  nickname: ["nickname", "ニックネーム", "暱稱"],
  occupationType: ["field you work in", "職種", "工作領域"],
  achievement: ["achievement", "仕事の実績", "工作成就"],
  birthday: ["age", "年齢", "年齡"],
  education: ["education level", "学歴", "學歷"],
  aboutMe: written,
  personalityTagIds: tags,
  exerciseTagIds: tags,
  hobbyTagIds: ["hobbies", "趣味", "興趣"],
  marriageTypeTagIds: ["marriage", "結婚観", "婚姻觀"],
  fertilityPlanTagIds: ["plans for children", "子どもについての考え", "生育規劃"],
  petTagIds: ["pets", "ペット", "寵物"],
  datingQuestion: written,
  dailyLife: written,
  surprisePoint: written,
  city: ["city", "お住まいの地域", "居住縣市"],
  latitude: ["rough distance", "おおよその距離", "大概的距離"],
  longitude: ["rough distance", "おおよその距離", "大概的距離"],
  employerId: ["workplace is verified (and its name", "勤務先の名前", "公司名稱"],
  photoNameList: ["photos", "写真", "照片"],
};
/** The words that name an answer which no other member sees. */
const secrets: readonly (readonly string[])[] = [
  ["full name", "氏名", "真實姓名"],
  ["birthday", "生年月日", "生日"],
  ["address", "住所", "地址"],
  ["income", "年収", "收入"],
];

let lists: Lists;
let rules: readonly FieldRule[];
beforeAll(async () => {
  lists = await loadMessages();
  rules = lists.fieldRules();
});

const seenBy = (...visibilities: readonly FieldRule["visibility"][]) =>
  rules.filter(({ visibility }) => visibilities.includes(visibility)).map(({ field }) => field);

describe.each(["en", "ja", "zh-TW"] as const)("in %s", (language) => {
  const place = ["en", "ja", "zh-TW"].indexOf(language);
  const named = (names: readonly string[] | undefined) => names?.[place] ?? null;
  beforeAll(async () => {
    await activate(language);
    await loadNamespaces("privacy", "register", "settings");
  });

  it("the list of what others see has every answer that core shows, wholly or in part", () => {
    const seen = seenBy("shown", "derived");
    const names: readonly string[] = seen;
    expect(Object.keys(words).filter((field) => !names.includes(field))).toEqual([]);
    const list = text("vocabulary.shownToOthers");
    const label = (field: string) => text(`vocabulary.field.${field}`);
    const isNamed = (field: string) =>
      list.toLowerCase().includes((named(words[field]) ?? label(field)).toLowerCase());
    expect(seen.filter((field) => !isNamed(field))).toEqual([]);
    expect(secrets.filter((names) => list.includes(named(names) ?? "?"))).toEqual([]);
  });

  it("the facts about the form and the privacy policy have this list, and what others never see", () => {
    for (const id of ["register.welcome.seen.text", "privacy.seen.text"] as const) {
      const told = text(id, { list: "(the list)" });
      expect(told).toContain("(the list)");
      expect(secrets.filter((names) => !told.includes(named(names) ?? "?"))).toEqual([]);
    }
  });

  it("what is said about the place names the city, which is on the card", () => {
    for (const id of ["privacy.place.text", "settings.place.kept"] as const)
      expect(text(id)).toContain(named(words.city));
  });
});

it("knows every language", () => {
  expect([...languages].sort()).toEqual(["en", "ja", "zh-TW"]);
});

describe("the card of another member", () => {
  /** The names on the card that stand for an answer under another name. */
  const names: Record<string, readonly string[]> = {
    birthday: ["age"],
    photoNameList: ["photos"],
    employerId: ["employerVerified", "employerName"],
    // The distance is beside the card.
    latitude: [],
    longitude: [],
  };

  it("has the answers that core shows, and no other", () => {
    const seen = seenBy("shown", "derived").flatMap((field) => names[field] ?? [field]);
    expect(Object.keys(personOf()).sort()).toEqual(seen.sort());
  });

  it("draws each text that core shows, but the question, which the introduction asks", () => {
    const lines = rules.filter(({ measure }) => measure === "characters");
    const shown = lines
      .map(({ field }) => field)
      .filter((field) => seenBy("shown").includes(field));
    const person = personOf(Object.fromEntries(shown.map((field) => [field, `My ${field}`])));
    const card = JSON.stringify(cardOf({ t: text, lists, person }));
    const missing = shown.filter((field) => !card.includes(`My ${field}`));
    expect(missing).toEqual(["datingQuestion"]);
  });

  it("draws each choice that core shows", () => {
    const choices = rules.filter(
      ({ measure, visibility }) => measure === "choice" && visibility === "shown",
    );
    const cities = lists.catalogue().cities.map(({ code }) => code);
    const words: Record<string, readonly string[]> = { ...lists.vocabulary(), city: cities };
    const draw = (field: string, word?: string) =>
      JSON.stringify(cardOf({ t: text, lists, person: personOf({ [field]: word }) }));
    const same = choices.filter(({ field }) => {
      const [one, other] = words[field] ?? [];
      return draw(field, one) === draw(field, other);
    });
    expect(same).toEqual([]);
  });
});
