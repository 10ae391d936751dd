/** The vectors of `tests/vectors/profile` and the documents they speak of: what `tests/src` does, again for TypeScript. */
import base from "../../../tests/vectors/base.json";
import type { FieldError, UserProfileCreate } from "./core";

type Members = Record<string, unknown>;

/** A document and what comes of it; `tests/src/case.rs` says what each member is for. */
export interface Case {
  name: string;
  today?: string;
  text?: string;
  patch?: Members;
  rawPatch?: Record<string, string>;
  remove?: string[];
  append?: string;
  fill?: { before?: string; after?: string; toBytes?: number };
  uploads?: "pending" | "named" | { held: string[] };
  mailboxes?: string[];
  expect: Expectation;
}

/** Accepted with at least these members, broken in just this order, or refused as a whole. */
export type Expectation =
  | { payload: Partial<UserProfileCreate> }
  | { errors: FieldError[] }
  | { refused: string };

/** The day a case is read on where it names none. */
export const usualToday = "2026-11-21";

const files = import.meta.glob<Case[]>("../../../tests/vectors/profile/*.json", {
  eager: true,
  import: "default",
});

/** Every file of cases by its name. */
export const topics: [name: string, cases: Case[]][] = Object.entries(files).map(
  ([path, cases]) => [path.replace(/^.*\/|\.json$/g, ""), cases],
);

/** Only a server knows which files are held and whose mailbox is confirmed. */
export const isForTheServer = (tested: Case) =>
  typeof tested.uploads === "object" || tested.mailboxes !== undefined;

/** The text of the document a case is about. */
export function documentText(tested: Case): string {
  const { before = "", after = "", toBytes = 0 } = tested.fill ?? {};
  const text = before + (tested.text ?? patchedBase(tested)) + after;
  return text + " ".repeat(Math.max(0, toBytes - new TextEncoder().encode(text).length));
}

function patchedBase({ patch = {}, rawPatch = {}, remove = [], append }: Case): string {
  const gone = new Set([...remove, ...Object.keys(rawPatch)]);
  const whole = Object.entries({ ...base, ...patch }).filter(([name]) => !gone.has(name));
  const parts = whole.map(([name, value]) => member(name, JSON.stringify(value)));
  parts.push(...Object.entries(rawPatch).map(([name, raw]) => member(name, raw)));
  if (append !== undefined) parts.push(append);
  return `{${parts.join(",")}}`;
}

const member = (name: string, raw: string) => `${JSON.stringify(name)}:${raw}`;

/** The document as the form would hold it; undefined where only a text can be read, or be too long. */
export function documentValue(tested: Case): unknown {
  if (tested.fill?.toBytes) return undefined;
  try {
    return JSON.parse(documentText(tested));
  } catch {
    return undefined;
  }
}
