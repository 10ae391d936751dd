/** valibot. */
import { safeParse } from "valibot";
import type { Problems } from "../contender";
import { fields, profile } from "../rules-valibot";

export const problems = (form: unknown): Problems =>
  safeParse(profile, form, { abortEarly: false }).issues ?? [];

export const fieldProblems = (value: unknown): Problems =>
  safeParse(fields.entries.nickname, value, { abortEarly: false }).issues ?? [];
export { clock } from "../reading";
