/** The comparison of WebAssembly and native core for one document. */
import { isDeepStrictEqual } from "node:util";

/** The largest JSON text that the core reads, in bytes. */
const maxBytes = 256 * 1024;

/** Reads a line of the stream: the date, the document's text, and the expected answers as JSON. */
export function readLine(line) {
  const [today, document, parsed, checked] = line.split("\t");
  return { today, text: JSON.parse(document), parsed, checked };
}

/**
 * Calls the core and returns `answer`, its answers to the text, `asObject`, which is true if it was called
 * with the object too, and the `differences`.
 */
export function compareDocument(core, { today, text, parsed, checked }) {
  const expected = { parseProfile: JSON.parse(parsed), checkProfile: JSON.parse(checked) };
  const written = { parseProfile: parsed, checkProfile: checked };
  const differences = [];
  const answer = {};
  const ask = (name, input, as) => {
    const actual = call(core[name], input, today);
    const wanted = as === "text" ? expected[name] : withoutPosition(expected[name]);
    if (!isSame(actual, wanted, written[name])) {
      differences.push({ call: name, as, today, text, expected: wanted, actual });
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

/** Returns an answer without the place at which a text stops being JSON: an object has no such place. */
function withoutPosition(answer) {
  if (!answer?.refusal) {
    const { position: _, ...others } = answer ?? {};
    return answer && others;
  }
  return { refusal: withoutPosition(answer.refusal) };
}

/** Calls the core. It throws for no user input, so that a thrown error is a difference too. */
function call(ask, input, today) {
  try {
    return ask(input, today);
  } catch (error) {
    return { thrown: String(error) };
  }
}

/** Compares all values, the sign of zeros, and the order of lists and members. */
function isSame(actual, expected, written) {
  if (!isDeepStrictEqual(actual, expected)) return false;
  const text = JSON.stringify(actual);
  return text === written || text === JSON.stringify(expected);
}

/**
 * Returns the object that `JSON.parse` makes of a text, if the core must give the same answer to it as to the
 * text. Returns nothing if parsing loses something that the rules look at:
 * - the text is no JSON, or a string, which the package reads as a text;
 * - a number is beyond f64 (infinite, which JSON cannot express) or minus zero (written as zero);
 * - the text is too large, and the object is small enough once it is written again;
 * - the text is refused as a whole and has a name twice in an object: the hidden value may be the one that is
 *   nested too deep.
 * In all other texts the last of two members counts for both, and both write an unpaired surrogate as an escape.
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

/** Counts the names in a text. In JSON, a string is a name if a colon follows. */
function countNamesIn(text) {
  return text.match(/"(?:[^"\\]|\\.)*"\s*:/g)?.length ?? 0;
}
