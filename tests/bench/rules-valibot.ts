/** The profile's rules in valibot. */
import * as v from "valibot";
import { reportCrossed } from "./crossed";
import * as facts from "./facts";
import * as read from "./reading";

const pattern = (source: string) => new RegExp(source, "u");
/** Reads a value leniently, then checks its type. */
const readAs = <Schema extends v.GenericSchema>(
  reader: (value: unknown) => unknown,
  schema: Schema,
) => v.pipe(v.unknown(), v.transform(reader), schema);
const optionally = <Schema extends v.GenericSchema>(
  reader: (value: unknown) => unknown,
  schema: Schema,
) => v.optional(readAs(reader, v.optional(schema)));

function text(min: number, max: number, shape = facts.visibleLine) {
  return v.pipe(
    v.string("wrong_type"),
    v.transform(read.normalise),
    v.regex(pattern(shape), "control_character"),
    v.check((value) => read.hasLength(value, min, max), "length"),
  );
}

const line = (min: number, max: number) => text(min, max);
const visibleName = (min: number, max: number) =>
  v.pipe(line(min, max), v.regex(pattern(facts.somethingVisible), "invisible"));
const optionalLine = (max: number) => v.nullish(text(0, max));
const optionalLines = (max: number) => v.nullish(text(0, max, facts.visibleLines));
const word = (words: string[]) => readAs(read.readText, v.picklist(words, "unknown_value"));
const optionalWord = (words: string[]) =>
  optionally(read.readText, v.picklist(words, "unknown_value"));
const flag = readAs(read.readFlag, v.boolean("wrong_type"));
const integer = v.pipe(v.number("wrong_type"), v.integer("not_an_integer"));
const number = (min: number, max: number) =>
  optionally(
    read.readNumber,
    v.pipe(
      v.number("wrong_type"),
      v.finite("wrong_type"),
      v.minValue(min, "range"),
      v.maxValue(max, "range"),
    ),
  );

function shaped(source: string, error: string) {
  return v.pipe(
    v.string("wrong_type"),
    v.regex(pattern(facts.visibleLine), "control_character"),
    v.regex(pattern(source), error),
  );
}

/** Reports the later of two items with the same key, at its index. */
function noneTwice<Item>(keyOf: (item: Item) => unknown) {
  return v.rawCheck<Item[]>(({ dataset, addIssue }) => {
    const items = dataset.value as Item[] | undefined;
    if (!Array.isArray(items)) return;
    for (const key of read.repeated(items.map(keyOf))) {
      const value = items[key];
      addIssue({
        message: "duplicate",
        path: [{ type: "array", origin: "value", input: items, key, value }],
      });
    }
  });
}
const itself = (item: unknown) => item;

function tags(field: string) {
  const ids = new Set(facts.tagsOf(field));
  const known = v.pipe(
    integer,
    v.check((id) => ids.has(id), "unknown_tag"),
  );
  return v.pipe(v.array(readAs(read.readNumber, known), "wrong_type"), noneTwice<number>(itself));
}

const tagList = (field: string) =>
  optionally(read.readList, v.pipe(tags(field), v.maxLength(10, "too_many")));

const upload = (source: string) =>
  optionally(
    read.readText,
    v.union([shaped(source, "upload_name"), v.object({ picked: v.literal(true) })], "upload_name"),
  );
const photos = readAs(
  read.readList,
  v.pipe(
    v.array(upload(facts.photoName), "wrong_type"),
    v.check((slots) => read.countGiven(slots) >= 1, "required"),
    v.check((slots) => read.countGiven(slots) <= 6, "too_many"),
    noneTwice<v.InferOutput<ReturnType<typeof upload>>>(itself),
  ),
);

const absent = v.nullish(v.undefined_("condition_shape"));
const selected = optionally(read.readFlag, v.boolean("wrong_type"));

function range<Type extends keyof typeof facts.ranges>(type: Type) {
  const [min, max] = facts.ranges[type];
  const isOpenOrWithin = (value: number) => value === 0 || (value >= min && value <= max);
  const bound = optionally(read.readNumber, v.pipe(integer, v.check(isOpenOrWithin, "range")));
  return v.pipe(
    v.object({ type: v.literal(type), selected, from: bound, to: bound, value: absent }),
    v.forward(
      v.check(
        ({ from, to }) => !from || !to || (from as number) <= (to as number),
        "range_reversed",
      ),
      ["to"],
    ),
  );
}

const wanted = <Type extends string>(type: Type, value: v.GenericSchema) =>
  v.object({ type: v.literal(type), selected, value, from: absent, to: absent });
const condition = v.variant(
  "type",
  [
    range("HEIGHT"),
    range("AGE"),
    range("INCOME"),
    wanted("EDUCATION", word(facts.educations)),
    ...facts.flags.map((type) => wanted(type, flag)),
  ],
  "unknown_value",
);
const conditions = optionally(
  read.readList,
  v.pipe(
    v.array(optionally(read.readCondition, condition), "wrong_type"),
    v.check((rows) => read.countGiven(rows) <= 9, "too_many"),
    noneTwice<v.InferOutput<typeof condition> | undefined>((row) => row?.type),
  ),
);

const birthday = v.pipe(
  v.string("wrong_type"),
  v.transform(read.normalise),
  v.regex(pattern(facts.visibleLine), "control_character"),
  v.regex(pattern(facts.realDate), "date"),
  v.check(read.isOfAge, "age"),
);

export const fields = v.object({
  account: readAs(read.readText, shaped(facts.lineUserId, "line_user_id")),
  password: line(1, Number.POSITIVE_INFINITY),
  nickname: visibleName(1, 20),
  name: visibleName(1, 50),
  gender: word(facts.genders),
  matchGender: word(facts.matchGenders),
  occupationType: word(facts.occupationTypes),
  occupation: line(1, 50),
  achievement: optionalLines(200),
  height: readAs(
    read.readNumber,
    v.pipe(integer, v.minValue(120, "range"), v.maxValue(230, "range")),
  ),
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
  fertilityPlanTagIds: readAs(
    read.readSingle,
    v.pipe(tags("fertilityPlanTagIds"), v.minLength(1, "required"), v.maxLength(1, "too_many")),
  ),
  petTagIds: tagList("petTagIds"),
  datingQuestion: optionalLines(500),
  dailyLife: optionalLines(500),
  surprisePoint: optionalLines(500),
  city: word(facts.cities),
  address: optionalLine(200),
  latitude: number(-90, 90),
  longitude: number(-180, 180),
  recommendDistanceKm: optionally(
    read.readNumber,
    v.pipe(
      integer,
      v.check((km) => km === 0 || (km >= 10 && km <= 500), "range"),
    ),
  ),
  feedback: optionalLines(500),
  mbti: optionalWord(facts.mbtis),
  verifyMethod: word(facts.verifyMethods),
  employerId: optionalWord(facts.employers),
  reviewLink: optionally(
    read.readText,
    v.pipe(
      shaped(facts.publicHttps, "url"),
      v.check((link) => read.hasLength(link, 0, 500), "length"),
    ),
  ),
  verifyTempFileName: upload(facts.documentName),
  verifyDescription: optionalLines(500),
  photoNameList: photos,
  valueItem: conditions,
});

/**
 * Checks the rules over several fields even if one of the fields is wrong, because a form needs all
 * errors.
 */
export const profile = v.pipe(
  v.unknown(),
  v.transform(read.dropUnchosenEvidence),
  fields,
  v.rawCheck(({ dataset, addIssue }) => {
    const form = dataset.value as Record<string, unknown> | null | undefined;
    if (typeof form !== "object" || form === null) return;
    reportCrossed(form, (key, message) =>
      addIssue({
        message,
        path: [{ type: "object", origin: "value", input: form, key, value: form[key] }],
      }),
    );
  }),
);
