/** The contenders and their common interface. */

/** The problems that a contender found, in its own format. */
export type Problems = readonly object[];

/** The exports of a bundle of `entries/`. */
export type Contender = {
  problems(form: object, today: string): Problems;
  problemsOfText?(form: object, today: string): Problems;
  fieldProblems(value: unknown, today: string): Problems;
};

export const names = ["core", "zod", "zod-jitless", "valibot", "ajv"] as const;
export type Name = (typeof names)[number];

export const titles: Record<Name, string> = {
  core: "core",
  zod: "zod",
  "zod-jitless": "zod, no eval",
  valibot: "valibot",
  ajv: "ajv, compiled",
};
