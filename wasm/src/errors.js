/**
 * Makes field errors of the numbers that the wasm passes: calls between the two cost more than the
 * objects themselves. The core passes its words once.
 */

/** The length of one error: field, index, part, code, min, max. */
const width = 6;
/** The number that stands for an absent one. */
const absent = -2147483648;

let words;

/** Returns whether the core has passed its words. */
export function knowsWords() {
  return words !== undefined;
}

/** Takes the words for which numbers stand, each list joined by spaces. */
export function learnWords(fields, parts, codes) {
  words = { fields: fields.split(" "), parts: parts.split(" "), codes: codes.split(" ") };
}

/** Returns the empty list. */
export function noErrors() {
  return [];
}

/** Returns the list of errors. */
export function fieldErrors(numbers) {
  const errors = [];
  for (let at = 0; at < numbers.length; at += width) {
    let path = words.fields[numbers[at]];
    if (numbers[at + 1] !== absent) path += `[${numbers[at + 1]}]`;
    if (numbers[at + 2] !== absent) path += `.${words.parts[numbers[at + 2]]}`;
    const params = {};
    if (numbers[at + 4] !== absent) params.min = numbers[at + 4];
    if (numbers[at + 5] !== absent) params.max = numbers[at + 5];
    errors.push({ path, code: words.codes[numbers[at + 3]], params });
  }
  return errors;
}

/** Returns the `Rejection` of a document. */
export function refusal(code, numbers, position) {
  const rejection = { code, fields: fieldErrors(numbers) };
  return position === undefined ? rejection : { ...rejection, position };
}

/** Returns the same as `parseProfile` for a rejected document. */
export function refused(code, numbers, position) {
  return { refusal: refusal(code, numbers, position) };
}
