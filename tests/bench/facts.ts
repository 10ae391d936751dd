/** The words, limits and names that all rule sets share. */
import { tags } from "enmusubi:lists";

export {
  cities,
  education as educations,
  employers,
  gender as genders,
  incomeRange as incomeRanges,
  matchGender as matchGenders,
  mbti as mbtis,
  occupationType as occupationTypes,
  verifyMethod as verifyMethods,
} from "enmusubi:lists";

export const ranges = { HEIGHT: [120, 230], AGE: [18, 99], INCOME: [1, 100_000] } as const;
export const flags = ["MARRIAGE_RECORD", "HAS_CHILDREN", "SMOKE", "TATTOO", "DRINK"] as const;

/** Returns the ids of a field's tag group. */
export const tagsOf = (field: string): number[] => tags[field] ?? [];

// All patterns need the `u` flag, with which ajv compiles them too.
export const lineUserId = "^U[0-9a-f]{32}$";
export const photoName = "^[0-9a-f]{32}\\.(?:jpg|png|webp)$";
export const documentName = "^[0-9a-f]{32}\\.(?:jpg|png|webp|pdf)$";
/** A line without control characters (Cc) and bidirectional overrides. */
export const visibleLine = "^[^\\0-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]*$";
/** The same with line feeds. */
export const visibleLines = "^[^\\0-\\x09\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]*$";
/**
 * A text with a visible character. No Unicode property says that the blank Braille pattern is
 * blank.
 */
export const somethingVisible = "[^\\p{White_Space}\\p{Default_Ignorable_Code_Point}\\u2800]";
/** A date as `YYYY-MM-DD` that exists. */
export const realDate =
  "^(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)" +
  "|02-(?:0[1-9]|1\\d|2[0-8]))|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])" +
  "|(?:[02468][048]|[13579][26])00)-02-29)$";
const label = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?";
/** An absolute https URL of a public host: two labels or more, the last not numeric, no port. */
export const publicHttps =
  `^[Hh][Tt][Tt][Pp][Ss]:\\/\\/(?=[^\\/?#]{1,253}(?:[\\/?#]|$))(?:${label}\\.)+` +
  `(?!(?:\\d+|0[xX][0-9A-Fa-f]*)(?:[\\/?#]|$))${label}(?:[\\/?#][^\\p{White_Space}\\\\]*)?$`;
