/**
 * Core's table of fields, for code that cannot wait for the lists. A chunk has only those of these lists that it imports.
 */
export { fieldRules, reviewedFields, textFields, vocabulary } from "enmusubi-wasm/lists";
