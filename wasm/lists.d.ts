/** The lists a form offers, for before the wasm is there and without it. */
import type { Catalogue, Employer, FieldRule, Vocabulary } from "./enmusubi_wasm.js";

/** The version to write into a draft's `schemaVersion`. */
export const draftSchemaVersion: number;
/** The limits of every field, for counters and input attributes. */
export const fieldRules: FieldRule[];
/** Every list of words the form offers, in the order they are shown. */
export const vocabulary: Vocabulary;
/** Tags and cities. */
export const catalogue: Catalogue;
/** The employers, in the order they are shown. */
export const employers: Employer[];
