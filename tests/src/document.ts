/**
 * A case of `tests/vectors/profile` and the text of its document: the TypeScript version of
 * `case.rs` and `document.rs` in `tests/conformance/src`.
 */
import base from "../vectors/base.json";

type Members = Record<string, unknown>;

/** A document and the expected result. `tests/vectors/README.md` explains each member. */
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

/** Accepted with at least these members, errors in exactly this order, or refused as a whole. */
export type Expectation = { payload: object } | { errors: object[] } | { refused: string };

/** The date of a case that names none. */
export const usualToday = "2026-11-21";

/**
 * Returns whether the case is for a server, which alone knows the stored files and the confirmed
 * mailboxes.
 */
export const isForTheServer = (tested: Case) =>
  typeof tested.uploads === "object" || tested.mailboxes !== undefined;

/** Returns the text of a case's document. */
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
