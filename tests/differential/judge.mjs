/** Holds what the WebAssembly answers to one document against what the core answers natively. */
import { isDeepStrictEqual } from "node:util";

/** The largest JSON text that the core reads, in bytes. */
const maxBytes = 256 * 1024;

/** A line of the stream: the date, the document's text, and what must be answered, as JSON. */
export function readLine(line) {
  const [today, document, parsed, checked] = line.split("\t");
  return { today, text: JSON.parse(document), parsed, checked };
}

/**
 * Asks the core and gives `answer`, what it said of the text, `asObject`, whether it was asked of the
 * object too, and the `differences`.
 */
export function judge(core, { today, text, parsed, checked }) {
  const expected = { parseProfile: JSON.parse(parsed), checkProfile: JSON.parse(checked) };
  const written = { parseProfile: parsed, checkProfile: checked };
  const differences = [];
  const answer = {};
  const ask = (name, input, as) => {
    const actual = call(core[name], input, today);
    if (!isSame(actual, expected[name], written[name])) {
      differences.push({ call: name, as, today, text, expected: expected[name], actual });
    }
    return actual;
  };
  for (const name of ["parseProfile", "checkProfile"]) answer[name] = ask(name, text, "text");
  const object = findObject(text, answer.parseProfile?.refusal?.code);
  if (object !== undefined) {
    for (const name of ["parseProfile", "checkProfile"]) ask(name, object, "object");
  }
  return { answer, asObject: object !== undefined, differences };
}

/** Nothing throws because of what a user typed; were it so, that too would be a difference. */
function call(ask, input, today) {
  try {
    return ask(input, today);
  } catch (error) {
    return { thrown: String(error) };
  }
}

/** Equal in every value, to the sign of a zero, and in the order of lists and of members. */
function isSame(actual, expected, written) {
  if (!isDeepStrictEqual(actual, expected)) return false;
  const text = JSON.stringify(actual);
  return text === written || text === JSON.stringify(expected);
}

/**
 * What `JSON.parse` makes of a text, where the form's own object would be that, so that the same must be
 * answered to it. Nothing where it loses something the rules ask for:
 * - it is no JSON, or a string, which the package reads as a text;
 * - a number is beyond f64 (infinite, which JSON has no word for) or minus zero (written as zero);
 * - it is larger than is read, and is smaller once it is written anew;
 * - it is refused as a whole and a name stands twice in an object: what is hidden may be what was
 *   nested too deep.
 * Elsewhere the last of two members counts for both, and both write an unpaired surrogate as an escape.
 */
export function findObject(text, code) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value === "string" || !hasPlainNumbers(value)) return undefined;
  if (text.length > maxBytes / 3 && Buffer.byteLength(text) > maxBytes) return undefined;
  if (code === "E009" && countNames(value) !== countNamesIn(text)) return undefined;
  return value;
}

function hasPlainNumbers(value) {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object" || value === null) return true;
  for (const name in value) if (!hasPlainNumbers(value[name])) return false;
  return true;
}

function countNames(value) {
  if (typeof value !== "object" || value === null) return 0;
  const inside = Object.values(value).reduce((sum, one) => sum + countNames(one), 0);
  return inside + (Array.isArray(value) ? 0 : Object.keys(value).length);
}

/** In a text that is JSON, a string is a name where a colon follows. */
function countNamesIn(text) {
  return text.match(/"(?:[^"\\]|\\.)*"\s*:/g)?.length ?? 0;
}
