/** What all rule sets have in common: the words, the limits and the names of the fields. */
import { tags } from "enmusubi:ids";

export { cities, employers } from "enmusubi:ids";

export const genders = ["MALE", "FEMALE", "NON_BINARY"];
export const matchGenders = [...genders, "ANY"];
export const occupationTypes = [
  "ENGINEERING",
  "DATA",
  "PRODUCT",
  "DESIGN",
  "HARDWARE",
  "MANUFACTURING",
  "RESEARCH",
  "SALES_MARKETING",
  "FINANCE",
  "PEOPLE_ADMIN",
  "LEGAL",
  "MANAGEMENT",
  "OTHER",
];
export const incomeRanges = [
  "UNDER_50",
  "FROM_50_TO_100",
  "FROM_100_TO_150",
  "FROM_150_TO_200",
  "FROM_200_TO_300",
  "FROM_300_TO_500",
  "OVER_500",
  "UNDISCLOSED",
];
export const educations = ["HIGH_SCHOOL", "ASSOCIATE", "BACHELOR", "MASTER", "DOCTORATE"];
export const verifyMethods = ["WORK_EMAIL", "DOCUMENT", "LINK"];
export const mbtis = [
  "INTJ",
  "INTP",
  "ENTJ",
  "ENTP",
  "INFJ",
  "INFP",
  "ENFJ",
  "ENFP",
  "ISTJ",
  "ISFJ",
  "ESTJ",
  "ESFJ",
  "ISTP",
  "ISFP",
  "ESTP",
  "ESFP",
];

export const ranges = { HEIGHT: [120, 230], AGE: [18, 99], INCOME: [1, 100_000] } as const;
export const flags = ["MARRIAGE_RECORD", "HAS_CHILDREN", "SMOKE", "TATTOO", "DRINK"] as const;

/** The ids of a field's group. */
export const tagsOf = (field: string): number[] => tags[field] ?? [];

// With the `u` flag everywhere; that is also how ajv compiles its patterns.
export const lineUserId = "^U[0-9a-f]{32}$";
export const photoName = "^[0-9a-f]{32}\\.(?:jpg|png|webp)$";
export const documentName = "^[0-9a-f]{32}\\.(?:jpg|png|webp|pdf)$";
/** No control character (Cc) and no bidirectional override. */
export const visibleLine = "^[^\\0-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]*$";
/** The same, line feeds allowed. */
export const visibleLines = "^[^\\0-\\x09\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]*$";
/** `YYYY-MM-DD` of a day that was or will be. */
export const realDate =
  "^(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)" +
  "|02-(?:0[1-9]|1\\d|2[0-8]))|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])" +
  "|(?:[02468][048]|[13579][26])00)-02-29)$";
const label = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?";
/** An absolute https URL of a public host: two labels or more, the last not numeric, no port. */
export const publicHttps =
  `^[Hh][Tt][Tt][Pp][Ss]:\\/\\/(?=[^\\/?#]{1,253}(?:[\\/?#]|$))(?:${label}\\.)+` +
  `(?!(?:\\d+|0[xX][0-9A-Fa-f]*)(?:[\\/?#]|$))${label}(?:[\\/?#][^\\p{White_Space}\\\\]*)?$`;
