/** The reasons why a picked file cannot be sent. Each reason has a message `errors.<id>` in every language. */

const fileProblems = [
  "file_empty",
  "file_unreadable",
  "file_too_large",
  "file_lost",
  "not_a_picture",
  "file_pdf",
  "file_video",
  "picture_broken",
  "picture_heic",
  "picture_tiff",
  "picture_too_large",
  "picture_too_small",
  "picture_crashed",
  "picture_failed",
  "pdf_broken",
  "pdf_locked",
  "pdf_offline",
  "pdf_needs_network",
  "pdf_too_complex",
] as const;

export type FileProblem = (typeof fileProblems)[number];

export function isFileProblem(value: unknown): value is FileProblem {
  return fileProblems.some((problem) => problem === value);
}

/** Thrown if a file cannot be sent. Unless a PDF only needs the network, the person has to pick another file. */
export class UnusableFile extends Error {
  constructor(
    readonly problem: FileProblem,
    options?: ErrorOptions,
  ) {
    super(problem, options);
  }
}
