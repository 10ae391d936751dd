/**
 * Field errors as objects, from the numbers they cross as: calls into the wasm cost more than the
 * objects themselves. The words come from the core, once.
 */

/** Numbers of one error: field, index, part, code, min, max. */
const width = 6;
/** Stands for a number that is not there. */
const absent = -2147483648;

let words;

/** Whether the words have been told. */
export function knowsWords() {
  return words !== undefined;
}

/** Tells the words that numbers stand for, each list joined by spaces. */
export function learnWords(fields, parts, codes) {
  words = { fields: fields.split(" "), parts: parts.split(" "), codes: codes.split(" ") };
}

/** The empty list. */
export function noErrors() {
  return [];
}

/** The list of errors. */
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

/** What is wrong with a document. */
export function refusal(code, numbers) {
  return { code, fields: fieldErrors(numbers) };
}

/** The same as what `parseProfile` gives. */
export function refused(code, numbers) {
  return { refusal: refusal(code, numbers) };
}
