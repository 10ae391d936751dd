/** zod 4. If `eval` is allowed, it compiles its objects on first use. */
import type { Problems } from "../contender";
import { fields, profile } from "../rules-zod";

export const problems = (form: unknown): Problems => profile.safeParse(form).error?.issues ?? [];

export const fieldProblems = (value: unknown): Problems =>
  fields.shape.nickname.safeParse(value).error?.issues ?? [];
export { clock } from "../reading";
