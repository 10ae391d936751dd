/** The lists of a form, for pages that have not loaded the wasm. */
import type { AgeDocument, Catalogue, Employer, Field, FieldRule, ReasonCode, Vocabulary } from "./types.js";

/** The version to write into a draft's `schemaVersion`. */
export const draftSchemaVersion: number;
/** The limits of every field, for counters and input attributes. */
export const fieldRules: FieldRule[];
/** The texts and tags that a member changes without a reviewer. */
export const textFields: Field[];
/** The fields whose new value a reviewer checks. */
export const reviewedFields: Field[];
/** Every list of words in the form, in the form's order. */
export const vocabulary: Vocabulary;
/** Tags and cities. */
export const catalogue: Catalogue;
/** The employers, in the form's order. */
export const employers: Employer[];
/** The limits on the members' pages. */
export const meetingLimits: {
  /** Characters of the note that goes with a yes. */
  answerNote: number;
  /** Characters of an appeal against a rejection. */
  appealText: number;
  /** Characters of a note in a conversation. */
  note: number;
  /** Days from today to the end of a pause of introductions. */
  pauseDays: { min: number; max: number };
  /** Characters of the note of a report. */
  reportNote: number;
  /** Unanswered introductions with which a member gets no new ones. */
  waitingIntroductions: number;
};
/**
 * The characters that no text may hold: controls, and those that reorder what is read. Each text is the inside of a
 * character class of a regular expression with the flag `u`; only texts of several lines may hold line feeds.
 */
export const refusedCharacters: { line: string; lines: string };
/** The lists and limits of a reviewer's decision. */
export const reviewRules: {
  /** The kinds of cases, in the order of the queue's filter. */
  kinds: ("REGISTRATION" | "RESUBMISSION" | "CHANGE" | "APPEAL" | "REPORT")[];
  skipReasons: ("KNOWS_PERSON" | "LANGUAGE" | "UNSURE" | "NO_TIME")[];
  /** The codes of reasons, and whether the reviewer has to write a note beside the code. */
  reasonCodes: { code: ReasonCode; needsNote: boolean }[];
  /** The decisions that need at least one reason. */
  actionsWithReason: ("ASK_FOR_INFO" | "REJECT" | "WARN" | "REMOVE_CONTENT" | "SUSPEND")[];
  /** The documents by which a reviewer checks an age. */
  ageDocuments: AgeDocument[];
  /** The fields that are about the age. */
  ageFields: Field[];
  /** Characters of the note of a reason. */
  note: number;
  /** Reasons of a decision. */
  reasons: number;
  /** Characters of the name of an employer that is not in the catalogue. */
  unlistedEmployer: number;
};
