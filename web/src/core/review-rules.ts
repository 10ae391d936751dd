/**
 * The employers, and the lists and limits of a reviewer's decision. The console bundles this data with its code,
 * because it loads neither wasm nor the data of the members' form.
 */
export { employers, reviewRules } from "enmusubi-wasm/lists";
