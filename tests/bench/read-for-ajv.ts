/**
 * The lenient reading for ajv: JSON Schema checks values as they are, so this makes a normalised
 * copy of them.
 */
import * as read from "./reading";

type Reader = (value: unknown) => unknown;

const texts = [
  ...["account", "password", "nickname", "name", "gender", "matchGender", "occupationType"],
  ...["occupation", "achievement", "incomeRange", "birthday", "school", "education", "aboutMe"],
  ...["datingQuestion", "dailyLife", "surprisePoint", "city", "address", "feedback", "mbti"],
  ...["verifyMethod", "employerId", "reviewLink", "verifyTempFileName", "verifyDescription"],
];
const numbers = ["height", "latitude", "longitude", "recommendDistanceKm"];
const flags = ["marriageRecord", "hasChildren", "smoke", "tattoo", "drink"];
const tags = [
  "personalityTagIds",
  "exerciseTagIds",
  "hobbyTagIds",
  "marriageTypeTagIds",
  "petTagIds",
];

const by = (reader: Reader, fields: string[]) =>
  fields.map((field): [string, Reader] => [field, reader]);
const plan: [string, Reader][] = [
  ...by(read.readText, texts),
  ...by(read.readNumber, numbers),
  ...by(read.readFlag, flags),
  ...by(readTags, tags),
  ["fertilityPlanTagIds", (value) => readTags(read.readSingle(value))],
  ["photoNameList", readSlots],
  ["valueItem", readConditions],
];

export function readProfile(document: unknown): unknown {
  if (typeof document !== "object" || document === null || Array.isArray(document)) return document;
  const form = read.dropUnchosenEvidence(document) as Record<string, unknown>;
  const copy: Record<string, unknown> = {};
  for (const [field, reader] of plan) copy[field] = reader(form[field]);
  return copy;
}

function readTags(value: unknown): unknown {
  const list = read.readList(value);
  return Array.isArray(list) ? list.map((item) => read.readNumber(item) ?? null) : list;
}

/** Removes empty slots, which changes the indexes of the others. */
function readSlots(value: unknown): unknown {
  const list = read.readList(value);
  if (!Array.isArray(list)) return list;
  return list.map(read.readText).filter((slot) => slot !== undefined);
}

/** Removes rows that are switched off, which changes the indexes of the others. */
function readConditions(value: unknown): unknown {
  const list = read.readList(value);
  if (!Array.isArray(list)) return list;
  return list
    .map(read.readCondition)
    .filter((row) => row !== undefined)
    .map((row) => (isRow(row) ? readRow(row) : row));
}

function isRow(row: unknown): row is Record<string, unknown> {
  return typeof row === "object" && row !== null && !Array.isArray(row);
}

const ranged = new Set<unknown>(["HEIGHT", "AGE", "INCOME"]);

function readRow({ type, selected, from, to, value }: Record<string, unknown>): unknown {
  const isRange = ranged.has(type);
  const readValue = type === "EDUCATION" ? read.readText : read.readFlag;
  return {
    type,
    selected: read.readFlag(selected),
    from: isRange ? read.readNumber(from) : (from ?? undefined),
    to: isRange ? read.readNumber(to) : (to ?? undefined),
    value: isRange ? (value ?? undefined) : readValue(value),
  };
}
