/** The profile's rules in zod 4. */
import * as z from "zod";
import { reportCrossed } from "./crossed";
import * as facts from "./facts";
import * as read from "./reading";

/**
 * Runs a rule over several values even if one of them is wrong, because a form needs all errors. For the
 * same reason no rule has `abort`, and `int` and a list's `max` are written with `refine`: these would keep
 * such rules from running.
 */
const always = {
  when: ({ value }: z.core.ParsePayload) => typeof value === "object" && value !== null,
};
const overLists = { when: ({ value }: z.core.ParsePayload) => Array.isArray(value) };
const pattern = (source: string) => new RegExp(source, "u");

const visible = "control_character";

function text(min: number, max: number, shape = facts.visibleLine) {
  return z
    .string("wrong_type")
    .overwrite(read.normalise)
    .regex(pattern(shape), visible)
    .refine((value) => read.hasLength(value, min, max), "length");
}

const line = (min: number, max: number) => text(min, max);
const visibleName = (min: number, max: number) =>
  line(min, max).regex(pattern(facts.somethingVisible), "invisible");
const optionalLine = (max: number) => text(0, max).nullish();
const optionalLines = (max: number) => text(0, max, facts.visibleLines).nullish();
const word = (words: string[]) => z.preprocess(read.readText, z.enum(words, "unknown_value"));
const optionalWord = (words: string[]) =>
  z.preprocess(read.readText, z.enum(words, "unknown_value").optional());
const flag = z.preprocess(read.readFlag, z.boolean("wrong_type"));
const integer = z.number("wrong_type").refine(Number.isInteger, "not_an_integer");
const number = (min: number, max: number) =>
  z.preprocess(
    read.readNumber,
    z.number("wrong_type").min(min, "range").max(max, "range").optional(),
  );

function shaped(source: string, error: string) {
  return z
    .string("wrong_type")
    .regex(pattern(facts.visibleLine), visible)
    .regex(pattern(source), error);
}

function tags(field: string, max: number) {
  const ids = new Set(facts.tagsOf(field));
  const id = z.preprocess(
    read.readNumber,
    integer.refine((value) => ids.has(value), "unknown_tag"),
  );
  return z
    .array(id, "wrong_type")
    .refine((items) => items.length <= max, { error: "too_many", ...overLists })
    .superRefine(reportRepeated, overLists);
}

function reportRepeated(items: unknown[], context: z.core.$RefinementCtx) {
  for (const index of read.repeated(items)) {
    context.addIssue({ code: "custom", message: "duplicate", path: [index] });
  }
}

const tagList = (field: string) => z.preprocess(read.readList, tags(field, 10).optional());

const photo = z.preprocess(
  read.readText,
  z
    .union([shaped(facts.photoName, "upload_name"), z.object({ picked: z.literal(true) })])
    .optional(),
);
const photos = z.preprocess(
  read.readList,
  z
    .array(photo, "wrong_type")
    .refine((slots) => read.countGiven(slots) >= 1, { error: "required", ...overLists })
    .refine((slots) => read.countGiven(slots) <= 6, { error: "too_many", ...overLists })
    .superRefine(reportRepeated, overLists),
);

const absent = z.null().optional();
const selected = z.preprocess(read.readFlag, z.boolean("wrong_type").optional());

function range(type: keyof typeof facts.ranges) {
  const [min, max] = facts.ranges[type];
  const isOpenOrWithin = (value: number) => value === 0 || (value >= min && value <= max);
  const bound = z.preprocess(read.readNumber, integer.refine(isOpenOrWithin, "range").optional());
  return z
    .object({ type: z.literal(type), selected, from: bound, to: bound, value: absent })
    .refine(({ from, to }) => !from || !to || from <= to, {
      error: "range_reversed",
      path: ["to"],
    });
}

const wanted = (type: string, value: z.ZodType) =>
  z.object({ type: z.literal(type), selected, value, from: absent, to: absent });
const condition = z.discriminatedUnion("type", [
  range("HEIGHT"),
  range("AGE"),
  range("INCOME"),
  wanted("EDUCATION", word(facts.educations)),
  ...facts.flags.map((type) => wanted(type, flag)),
]);
const conditions = z.preprocess(
  read.readList,
  z
    .array(z.preprocess(read.readCondition, condition.optional()), "wrong_type")
    .refine((rows) => read.countGiven(rows) <= 9, { error: "too_many", ...overLists })
    .superRefine((rows, context) => {
      for (const index of read.repeated(rows.map((row) => row?.type))) {
        context.addIssue({ code: "custom", message: "duplicate", path: [index, "type"] });
      }
    }, overLists)
    .optional(),
);

const birthday = z
  .string("wrong_type")
  .overwrite(read.normalise)
  .regex(pattern(facts.visibleLine), visible)
  .regex(pattern(facts.realDate), "date")
  .refine(read.isOfAge, "age");

export const fields = z
  .object({
    account: z.preprocess(read.readText, shaped(facts.lineUserId, "line_user_id")),
    password: line(1, Number.POSITIVE_INFINITY),
    nickname: visibleName(1, 20),
    name: visibleName(1, 50),
    gender: word(facts.genders),
    matchGender: word(facts.matchGenders),
    occupationType: word(facts.occupationTypes),
    occupation: line(1, 50),
    achievement: optionalLines(200),
    height: z.preprocess(read.readNumber, integer.min(120, "range").max(230, "range")),
    incomeRange: word(facts.incomeRanges),
    birthday,
    school: optionalLine(100),
    education: word(facts.educations),
    marriageRecord: flag,
    hasChildren: flag,
    smoke: flag,
    tattoo: flag,
    drink: flag,
    aboutMe: text(10, 1000, facts.visibleLines),
    personalityTagIds: tagList("personalityTagIds"),
    exerciseTagIds: tagList("exerciseTagIds"),
    hobbyTagIds: tagList("hobbyTagIds"),
    marriageTypeTagIds: tagList("marriageTypeTagIds"),
    fertilityPlanTagIds: z.preprocess(
      read.readSingle,
      tags("fertilityPlanTagIds", 1).min(1, "required"),
    ),
    petTagIds: tagList("petTagIds"),
    datingQuestion: optionalLines(500),
    dailyLife: optionalLines(500),
    surprisePoint: optionalLines(500),
    city: word(facts.cities),
    address: optionalLine(200),
    latitude: number(-90, 90),
    longitude: number(-180, 180),
    recommendDistanceKm: z.preprocess(
      read.readNumber,
      integer.refine((km) => km === 0 || (km >= 10 && km <= 500), "range").optional(),
    ),
    feedback: optionalLines(500),
    mbti: optionalWord(facts.mbtis),
    verifyMethod: word(facts.verifyMethods),
    employerId: optionalWord(facts.employers),
    reviewLink: z.preprocess(
      read.readText,
      shaped(facts.publicHttps, "url")
        .refine((link) => read.hasLength(link, 0, 500), "length")
        .optional(),
    ),
    verifyTempFileName: z.preprocess(
      read.readText,
      z
        .union([shaped(facts.documentName, "upload_name"), z.object({ picked: z.literal(true) })])
        .optional(),
    ),
    verifyDescription: optionalLines(500),
    photoNameList: photos,
    valueItem: conditions,
  })
  .superRefine((form, context) => {
    reportCrossed(form, (field, message) =>
      context.addIssue({ code: "custom", message, path: [field] }),
    );
  }, always);

export const profile = z.preprocess(read.dropUnchosenEvidence, fields);
