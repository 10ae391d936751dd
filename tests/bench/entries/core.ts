/**
 * The core, through the public functions of its package. The bundle keeps all of them, like the web
 * app.
 */
import * as core from "enmusubi-wasm";
import type { Problems } from "../contender";

export const problems = (form: object, today: string): Problems =>
  core.checkProfile(form, today)?.fields ?? [];

export const problemsOfText = (form: object, today: string): Problems =>
  core.checkProfile(JSON.stringify(form), today)?.fields ?? [];

export const fieldProblems = (value: unknown, today: string): Problems =>
  core.checkField("nickname", value, today);

export const refusal = (text: string, today: string) => core.checkProfile(text, today);
