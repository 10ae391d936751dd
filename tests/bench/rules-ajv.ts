/**
 * The profile's rules as JSON Schema, for values that `read-for-ajv.ts` has read. Only the build
 * uses it.
 */
import type { KeywordCxt } from "ajv";
import Ajv2019, { _ } from "ajv/dist/2019.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import * as facts from "./facts";

const words = (list: string[]) => ({ type: "string", enum: list });
const text = (minLength: number, maxLength: number | undefined, pattern = facts.visibleLine) => ({
  type: "string",
  ...(minLength === 0 ? {} : { minLength }),
  ...(maxLength === undefined ? {} : { maxLength }),
  pattern,
});
const shared = (name: string) => ({ $ref: `#/$defs/${name}` });
const shaped = (pattern: string) => ({ ...text(0, undefined), allOf: [{ pattern }] });
const visibleName = (minLength: number, maxLength: number) => ({
  ...text(minLength, maxLength),
  allOf: [{ pattern: facts.somethingVisible }],
});
const between = (type: string, minimum: number, maximum: number) => ({ type, minimum, maximum });
const flag = { type: "boolean" };
const tags = (field: string, minItems: number, maxItems: number) => ({
  type: "array",
  ...(minItems === 0 ? {} : { minItems }),
  maxItems,
  uniqueItems: true,
  items: { type: "integer", enum: facts.tagsOf(field) },
});
const upload = (pattern: string) => ({
  if: { type: "object" },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["picked"], properties: { picked: { const: true } } },
  else: shaped(pattern),
});

function range(type: keyof typeof facts.ranges) {
  const [minimum, maximum] = facts.ranges[type];
  const bound = { type: "integer", anyOf: [{ const: 0 }, { minimum, maximum }] };
  const notBelowFrom = { anyOf: [{ const: 0 }, { minimum: { $data: "1/from" } }] };
  return {
    properties: {
      type: { const: type },
      from: bound,
      to: { allOf: [bound, notBelowFrom] },
      value: { type: "null" },
    },
  };
}

const wanted = (type: string, value: object) => ({
  properties: { type: { const: type }, value, from: { type: "null" }, to: { type: "null" } },
  required: ["value"],
});
const conditions = {
  type: "array",
  maxItems: 9,
  items: {
    type: "object",
    required: ["type"],
    discriminator: { propertyName: "type" },
    oneOf: [
      range("HEIGHT"),
      range("AGE"),
      range("INCOME"),
      wanted("EDUCATION", words(facts.educations)),
      ...facts.flags.map((type) => wanted(type, flag)),
    ],
    properties: { selected: flag },
  },
  // `uniqueItems` compares whole items, but each type may occur only once.
  uniqueTypes: true,
};

const properties = {
  account: shaped(facts.lineUserId),
  password: { ...text(1, undefined), const: { $data: "1/account" } },
  nickname: visibleName(1, 20),
  name: visibleName(1, 50),
  gender: words(facts.genders),
  matchGender: words(facts.matchGenders),
  occupationType: words(facts.occupationTypes),
  occupation: text(1, 50),
  achievement: text(0, 200, facts.visibleLines),
  height: between("integer", 120, 230),
  incomeRange: words(facts.incomeRanges),
  birthday: { ...shaped(facts.realDate), ofAge: true },
  school: text(0, 100),
  education: words(facts.educations),
  marriageRecord: flag,
  hasChildren: flag,
  smoke: flag,
  tattoo: flag,
  drink: flag,
  aboutMe: text(10, 1000, facts.visibleLines),
  personalityTagIds: tags("personalityTagIds", 0, 10),
  exerciseTagIds: tags("exerciseTagIds", 0, 10),
  hobbyTagIds: tags("hobbyTagIds", 0, 10),
  marriageTypeTagIds: tags("marriageTypeTagIds", 0, 10),
  fertilityPlanTagIds: tags("fertilityPlanTagIds", 1, 1),
  petTagIds: tags("petTagIds", 0, 10),
  datingQuestion: shared("longText"),
  dailyLife: shared("longText"),
  surprisePoint: shared("longText"),
  city: words(facts.cities),
  address: text(0, 200),
  latitude: between("number", -90, 90),
  longitude: between("number", -180, 180),
  recommendDistanceKm: {
    type: "integer",
    anyOf: [{ const: 0 }, { minimum: 10, maximum: 500 }],
  },
  feedback: shared("longText"),
  mbti: words(facts.mbtis),
  verifyMethod: words(facts.verifyMethods),
  employerId: words(facts.employers),
  reviewLink: { ...shaped(facts.publicHttps), maxLength: 500 },
  verifyTempFileName: shared("document"),
  verifyDescription: shared("longText"),
  photoNameList: {
    type: "array",
    minItems: 1,
    maxItems: 6,
    allOf: [{ items: shared("photo") }, { uniqueNames: true }],
  },
  valueItem: conditions,
};

const needed = (method: string, field: string) => ({
  if: { required: ["verifyMethod"], properties: { verifyMethod: { const: method } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: [field] },
});

const profile = {
  $defs: {
    longText: text(0, 500, facts.visibleLines),
    document: upload(facts.documentName),
    photo: upload(facts.photoName),
  },
  type: "object",
  properties,
  required: [
    ...["account", "password", "nickname", "name", "gender", "matchGender", "occupationType"],
    ...["occupation", "height", "incomeRange", "birthday", "education", "marriageRecord"],
    ...["hasChildren", "smoke", "tattoo", "drink", "aboutMe", "fertilityPlanTagIds", "city"],
    ...["verifyMethod", "photoNameList"],
  ],
  dependentRequired: { latitude: ["longitude"], longitude: ["latitude"] },
  allOf: [
    needed("WORK_EMAIL", "employerId"),
    needed("LINK", "reviewLink"),
    needed("DOCUMENT", "verifyTempFileName"),
  ],
};

/**
 * Defines a keyword that calls a function of `reading.ts` by its name, so that it survives the
 * compilation.
 */
function asks(keyword: string, type: "string" | "array", question: ReturnType<typeof _>) {
  return {
    keyword,
    type,
    schemaType: "boolean" as const,
    code(context: KeywordCxt) {
      context.pass(_`${question}(${context.data})`);
    },
  };
}

/** Returns the source of a module that checks a profile and a nickname without `eval`. */
export function compileRules(): string {
  const ajv = new Ajv2019({
    allErrors: true,
    $data: true,
    discriminator: true,
    messages: false,
    strict: false,
    inlineRefs: false,
    code: { source: true, esm: true, optimize: 2 },
  });
  ajv.addKeyword(asks("ofAge", "string", _`reading.isOfAge`));
  ajv.addKeyword(asks("uniqueNames", "array", _`reading.hasNoneTwice`));
  ajv.addKeyword(asks("uniqueTypes", "array", _`reading.hasNoTypeTwice`));
  ajv.addSchema(profile, "profile");
  ajv.addSchema(properties.nickname, "nickname");
  const code = standaloneCode(ajv, { checkProfile: "profile", checkNickname: "nickname" });
  return `import * as reading from "./reading";\n${code}`;
}
