/** The form's stand-in when wasm cannot load: it checks nothing, and the server has the last word. */
import catalogueJson from "../../../core/src/catalogue/catalogue.json";
import employersJson from "../../../core/src/catalogue/employers.json";
import type { Catalogue, Core, ProfileDraft, Vocabulary } from "./core";

/** The words of a list; the compiler asks for every one the Rust type has. */
function wordsOf<Word extends string>(words: Record<Word, true>): Word[] {
  return Object.keys(words) as Word[];
}

const vocabulary: Vocabulary = {
  gender: wordsOf({ MALE: true, FEMALE: true, NON_BINARY: true }),
  matchGender: wordsOf({ MALE: true, FEMALE: true, NON_BINARY: true, ANY: true }),
  occupationType: wordsOf({
    ENGINEERING: true,
    DATA: true,
    PRODUCT: true,
    DESIGN: true,
    HARDWARE: true,
    MANUFACTURING: true,
    RESEARCH: true,
    SALES_MARKETING: true,
    FINANCE: true,
    PEOPLE_ADMIN: true,
    LEGAL: true,
    MANAGEMENT: true,
    OTHER: true,
  }),
  incomeRange: wordsOf({
    UNDER_50: true,
    FROM_50_TO_100: true,
    FROM_100_TO_150: true,
    FROM_150_TO_200: true,
    FROM_200_TO_300: true,
    FROM_300_TO_500: true,
    OVER_500: true,
    UNDISCLOSED: true,
  }),
  education: wordsOf({
    HIGH_SCHOOL: true,
    ASSOCIATE: true,
    BACHELOR: true,
    MASTER: true,
    DOCTORATE: true,
  }),
  verifyMethod: wordsOf({ WORK_EMAIL: true, DOCUMENT: true, LINK: true }),
  mbti: wordsOf({
    INTJ: true,
    INTP: true,
    ENTJ: true,
    ENTP: true,
    INFJ: true,
    INFP: true,
    ENFJ: true,
    ENFP: true,
    ISTJ: true,
    ISFJ: true,
    ESTJ: true,
    ESFJ: true,
    ISTP: true,
    ISFP: true,
    ESTP: true,
    ESFP: true,
  }),
  conditionType: wordsOf({
    HEIGHT: true,
    AGE: true,
    INCOME: true,
    EDUCATION: true,
    MARRIAGE_RECORD: true,
    HAS_CHILDREN: true,
    SMOKE: true,
    TATTOO: true,
    DRINK: true,
  }),
};

/** Same lists as the core's, no rules. */
export const coreStandIn: Core = {
  checkProfile: () => null,
  parseProfile: (draft) => ({ payload: draft }),
  openDraft(stored) {
    try {
      const draft = JSON.parse(stored) as unknown;
      return typeof draft === "object" && draft !== null && !Array.isArray(draft)
        ? { kind: "loaded", draft: draft as ProfileDraft }
        : { kind: "unreadable" };
    } catch {
      return { kind: "unreadable" };
    }
  },
  catalogue: () => catalogueJson as Catalogue,
  employers: () => employersJson.employers,
  fieldRules: () => [],
  vocabulary: () => vocabulary,
  draftSchemaVersion: () => null,
  snapToCell: () => null,
};
