/** ajv, compiled at build time. The lenient reading runs before it. */
import { checkNickname, checkProfile } from "enmusubi:ajv-compiled";
import type { Problems } from "../contender";
import { readProfile } from "../read-for-ajv";
import { readText } from "../reading";

export const problems = (form: unknown): Problems =>
  checkProfile(readProfile(form)) ? [] : (checkProfile.errors ?? []);

export const fieldProblems = (value: unknown): Problems =>
  checkNickname(readText(value)) ? [] : (checkNickname.errors ?? []);
export { clock } from "../reading";
