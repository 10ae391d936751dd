/** A case of `vectors/profile` and the document it speaks of: what `case.rs` and `document.rs` do, again for TypeScript. */
import base from "../vectors/base.json";

type Members = Record<string, unknown>;

/** A document and what comes of it; `case.rs` says what each member is for. */
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
export type Expectation = { payload: object } | { errors: object[] } | { refused: string };

/** The day a case is read on where it names none. */
export const usualToday = "2026-11-21";

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
