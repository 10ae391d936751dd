/** What can be wrong with a picked file; each has a sentence in the forms. */

/** Ids of sentences, so an added one needs its words in every language. */
export const fileProblems = [
  "file_empty",
  "file_unreadable",
  "file_too_large",
  "file_lost",
  "not_a_picture",
  "picture_broken",
  "picture_heic",
  "picture_too_large",
  "picture_too_small",
  "picture_crashed",
  "picture_failed",
] as const;

export type FileProblem = (typeof fileProblems)[number];

/** Whether a word is one of them. */
export function isFileProblem(word: unknown): word is FileProblem {
  return fileProblems.some((problem) => problem === word);
}

/** A file that only another file can mend. */
export class BadFile extends Error {
  constructor(
    readonly problem: FileProblem,
    options?: ErrorOptions,
  ) {
    super(problem, options);
  }
}
