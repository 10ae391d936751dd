/** The vectors of tests/vectors/profile, with the text of each document. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Case, documentText, isForTheServer, usualToday } from "../src/document";

export type Vector = { name: string; today: string; text: string; isAccepted: boolean };

const folder = join(process.cwd(), "../vectors/profile");
const readCases = (file: string): Case[] => JSON.parse(readFileSync(join(folder, file), "utf8"));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the vectors that a check in a browser can decide: JSON, and no facts that only the server
 * knows.
 */
export function readVectors(): Vector[] {
  return readdirSync(folder)
    .flatMap(readCases)
    .filter((vector) => !isForTheServer(vector))
    .map((vector) => ({
      name: vector.name,
      today: vector.today ?? usualToday,
      text: documentText(vector),
      isAccepted: "payload" in vector.expect,
    }))
    .filter(({ text }) => isJson(text));
}
