/** The vectors of tests/vectors/profile, as the text of the document each is about. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Members = Record<string, unknown>;

/** A case as it is written; see tests/src/case.rs. */
type Case = {
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
  expect: { payload?: Members; errors?: object[]; refused?: string };
};

export type Vector = { name: string; today: string; text: string; isAccepted: boolean };

const folder = join(process.cwd(), "../vectors");
const parse = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"));

/** As `document_text` of tests/src/document.rs. */
function documentText(vector: Case): string {
  const { before = "", after = "", toBytes = 0 } = vector.fill ?? {};
  const text = before + (vector.text ?? patchedBase(vector)) + after;
  return text + " ".repeat(Math.max(0, toBytes - Buffer.byteLength(text)));
}

function patchedBase({ patch, remove = [], rawPatch = {}, append }: Case): string {
  const members: Members = { ...parse("base.json"), ...patch };
  for (const name of [...remove, ...Object.keys(rawPatch)]) delete members[name];
  const parts = [
    ...Object.entries(members).map(
      ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
    ),
    ...Object.entries(rawPatch).map(([name, raw]) => `${JSON.stringify(name)}:${raw}`),
    ...(append === undefined ? [] : [append]),
  ];
  return `{${parts.join(",")}}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Those a check in a browser can decide: nothing only the server knows, and text that is JSON. */
export function readVectors(): Vector[] {
  return readdirSync(join(folder, "profile"))
    .flatMap((file) => parse(join("profile", file)) as Case[])
    .filter(({ uploads, mailboxes }) => typeof uploads !== "object" && mailboxes === undefined)
    .map((vector) => ({
      name: vector.name,
      today: vector.today ?? "2026-11-21",
      text: documentText(vector),
      isAccepted: vector.expect.payload !== undefined,
    }))
    .filter(({ text }) => isJson(text));
}
