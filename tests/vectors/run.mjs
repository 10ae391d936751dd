/**
 * Compares the npm package with the vectors: `node run.mjs [FOLDER]`, where the folder has the
 * package. Without it, the package is the folder above this one, or that of the repository.
 * README.md says which cases the package cannot answer.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

const here = fileURLToPath(new URL(".", import.meta.url));
const given = process.argv[2];
const folders = given ? [given] : [`${here}/..`, `${here}/../../wasm/pkg`];
const manifest = folders.map((it) => resolve(it, "package.json")).find((it) => existsSync(it));
if (!manifest) {
  console.error(`no package in ${folders.join(" or ")}: name its folder`);
  process.exit(1);
}
const installed = createRequire(manifest);
const core = await import(pathToFileURL(installed.resolve("enmusubi-wasm")));
const line = await import(pathToFileURL(installed.resolve("enmusubi-wasm/line")));
const { mismatches } = await import(pathToFileURL(installed.resolve("enmusubi-wasm/matching")));
const messages = await import(pathToFileURL(installed.resolve("enmusubi-wasm/messages")));
const read = (file) => JSON.parse(readFileSync(resolve(here, file), "utf8"));
const base = read("base.json");
const usualToday = "2026-11-21";

/** Returns the text of the document of a case of profile/. */
function documentOf({ text, patch, rawPatch = {}, remove = [], append, fill = {} }) {
  const members = Object.entries({ ...base, ...patch }).filter(
    ([name]) => !remove.includes(name) && !(name in rawPatch),
  );
  const written = members.map(([name, value]) => [name, JSON.stringify(value)]);
  const parts = [...written, ...Object.entries(rawPatch)].map(
    ([name, raw]) => `${JSON.stringify(name)}:${raw}`,
  );
  const patched = `{${parts.concat(append ?? []).join(",")}}`;
  const whole = (fill.before ?? "") + (text ?? patched) + (fill.after ?? "");
  return whole + " ".repeat(Math.max(0, (fill.toBytes ?? 0) - Buffer.byteLength(whole)));
}

/** Returns the outcome of a case of profile/, or undefined if it has facts that only a server knows. */
function outcomeOf(tested) {
  const { uploads, mailboxes, today = usualToday, expect } = tested;
  if (mailboxes || uploads?.held) return undefined;
  const isPending = uploads === "pending";
  const refusal = isPending ? core.checkProfile(documentOf(tested), today) : undefined;
  const parsed = isPending ? { refusal } : core.parseProfile(documentOf(tested), today);
  if (parsed.refusal?.code === "E002") return { errors: parsed.refusal.fields };
  if (parsed.refusal) return { refused: parsed.refusal.code };
  // A form without its uploads is checked, and has no payload yet.
  if (isPending) return "payload" in expect ? expect : { payload: null };
  const wanted = Object.entries(parsed.payload).filter(
    ([name]) => name in (expect.payload ?? parsed.payload),
  );
  return { payload: Object.fromEntries(wanted) };
}

/** Returns the destination of a start address. */
function destinationOf({ search, base: below = "/", fill = 0, expect }) {
  const link = line.parseDeepLink(search + "a".repeat(fill), below);
  if (link.kind === "refused") return { refused: link.code };
  if (link.kind === "nothing") return "nothing";
  return expect === "accepted" ? "accepted" : { place: link.place };
}

function ageProofOf({ checked, patch }) {
  const { payload, refusal } = core.parseProfile({ ...base, ...patch }, usualToday, checked);
  return {
    document: payload?.ageProofFileName,
    errors: (refusal?.fields ?? []).map(({ path, code }) => [path, code]),
  };
}

/** Returns the wishes that each of two people does not meet. */
function mismatchesOf({ a, b, today = usualToday }) {
  const [one, other] = [a, b].map((patch) => ({ ...base, ...patch }));
  return [mismatches(one, other, today), mismatches(other, one, today)];
}

/** The expected and the actual value of a case, by its file; undefined if the package has no answer. */
const kinds = {
  "age-proof.json": (it) => [
    { document: it.document, errors: it.errors ?? [] },
    it.asked ? undefined : ageProofOf(it),
  ],
  "line/deep-link.json": (it) => [it.expect, destinationOf(it)],
  "line/message.json": (it) => [
    [it.sent, it.picked],
    [line.checkSentMessages(it.messages), line.checkPickerMessages(it.messages)],
  ],
  "line/url.json": (it) => [
    it.expect,
    "openWindow" in it
      ? line.checkOpenWindow(it.openWindow)
      : "liffUrl" in it
        ? line.isLiffUrl(it.liffUrl)
        : line.isBelowEndpoint(it.endpoint, it.url),
  ],
  "matching/mutual.json": (it) => [[it.aAgainstB, it.bAgainstA], mismatchesOf(it)],
  "matching/place.json": (it) => [it.centre, it.at && Object.values(core.snapToCell(...it.at))],
  "sentences.json": ({ sentence, params = {}, language, label, ...it }) => [
    sentence,
    messages.sentence({ code: it.code, params }, language, label),
  ],
};
for (const name of readdirSync(resolve(here, "profile")))
  kinds[`profile/${name}`] = (it) => [it.expect, outcomeOf(it)];

let [passed, failed, leftOut] = [0, 0, 0];
for (const [file, valuesOf] of Object.entries(kinds)) {
  for (const tested of read(file)) {
    const [expected, actual] = valuesOf(tested);
    if (actual === undefined) leftOut += 1;
    else if (isDeepStrictEqual(actual, expected)) passed += 1;
    else {
      failed += 1;
      console.log(
        `${file}: ${tested.name}\n  expected ${JSON.stringify(expected)}\n  but got ${JSON.stringify(actual)}`,
      );
    }
  }
}
if (leftOut) console.log(`${leftOut} cases left out: the package cannot answer them`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
