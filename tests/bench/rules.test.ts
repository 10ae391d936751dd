/**
 * The rule sets agree with the core: on the vectors, and on the fields of the form that is all
 * wrong.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { bundleAll, makeOutput, output } from "./bundle";
import { type Contender, type Name, names } from "./contender";
import { allWrong, nickname, today, valid } from "./documents";
import { inexpressible } from "./inexpressible";
import { readVectors, type Vector } from "./vectors";

await makeOutput();
await bundleAll();

/** Each bundle has a clock of its own. Only the vectors change it. */
type Tested = Contender & { clock?: { today: string } };
const load = (name: Name): Promise<Tested> =>
  import(pathToFileURL(join(output, "node", `${name}.mjs`)).href);
const vectors = readVectors();

function accepts(contender: Tested, { text, today: day }: Vector): boolean {
  if (contender.clock) contender.clock.today = day;
  return contender.problems(JSON.parse(text), day).length === 0;
}

/** Returns the field of a problem, from any contender's format. */
function fieldOf(problem: object): string {
  const { path, instancePath, params } = problem as {
    path?: string | (string | { key: string })[];
    instancePath?: string;
    params?: { missingProperty?: string };
  };
  if (typeof path === "string") return path.split(/[.[]/)[0] ?? "";
  if (instancePath !== undefined)
    return instancePath.split("/")[1] ?? params?.missingProperty ?? "";
  const first = path?.[0];
  return typeof first === "object" ? first.key : (first ?? "");
}

const fieldsOf = (problems: readonly object[]) =>
  [...new Set(problems.map(fieldOf))].filter((field) => field !== "").sort();

const core = (await load("core")) as Tested & {
  refusal(text: string, day: string): { fields: readonly object[] } | null;
};

test("the core agrees with the vectors", () => {
  assert.ok(vectors.length > 600, `${vectors.length} vectors`);
  assert.ok(crossings.length > 20_000, `${crossings.length} forms made of them`);
  const differing = vectors.filter(
    (v) => (core.refusal(v.text, v.today) === null) !== v.isAccepted,
  );
  assert.deepEqual(differing, []);
});

test("the form that is all wrong is wrong in every field", () => {
  assert.deepEqual(fieldsOf(core.problems(allWrong, today)), Object.keys(allWrong).sort());
  assert.deepEqual(Object.keys(allWrong), Object.keys(valid));
});

type Crossing = { field: string; value: string; isAccepted: boolean };

const formOf = ({ field, value }: Omit<Crossing, "isAccepted">) => ({
  ...valid,
  [field]: JSON.parse(value),
});

test("the core accepts a nickname alone", () => {
  assert.deepEqual(core.fieldProblems(nickname, today), []);
  assert.notEqual(core.fieldProblems(allWrong.nickname, today).length, 0);
});

/**
 * Returns the valid form with each value of any vector in each of its fields, and the core's
 * verdict.
 */
function crossVectors(): Crossing[] {
  const forms = vectors.map(({ text }) => JSON.parse(text)).filter((form) => form?.account);
  const values = new Set(forms.flatMap(Object.values).map((value) => JSON.stringify(value)));
  return Object.keys(valid).flatMap((field) =>
    [...values].flatMap((value) => {
      const refusal = core.refusal(JSON.stringify(formOf({ field, value })), today);
      // A library cannot see that a document is too deep if it drops the deep field.
      if (refusal && refusal.fields.length === 0) return [];
      return [{ field, value, isAccepted: refusal === null }];
    }),
  );
}
const crossings = crossVectors();

for (const name of names) {
  if (name === "core") continue;
  const contender = await load(name);
  const reasons = inexpressible[name];

  test(`${name} agrees with the vectors, except for those listed`, () => {
    const differing = vectors.filter((v) => accepts(contender, v) !== v.isAccepted);
    assert.deepEqual(differing.map((v) => v.name).sort(), Object.keys(reasons).sort());
  });

  test(`${name} agrees with the core on every field with every value of the vectors`, () => {
    if (contender.clock) contender.clock.today = today;
    const differing = crossings.filter((crossing) => {
      const found = contender.problems(formOf(crossing), today);
      return (found.length === 0) !== crossing.isAccepted;
    });
    assert.deepEqual(differing.slice(0, 5), []);
  });

  test(`${name} reports the same fields in the form that is all wrong`, () => {
    const expected = fieldsOf(core.problems(allWrong, today));
    assert.deepEqual(fieldsOf(contender.problems(allWrong, today)), expected);
  });

  test(`${name} accepts the valid form and the nickname`, () => {
    assert.deepEqual(contender.problems(valid, today), []);
    assert.deepEqual(contender.fieldProblems(nickname, today), []);
    assert.notEqual(contender.fieldProblems(allWrong.nickname, today).length, 0);
  });
}
