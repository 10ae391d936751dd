/**
 * The lists and limits of a reviewer's decision, and the employers. The reviewers' console has them in
 * its code: it loads no wasm and no data of the members' form.
 */
export { employers, reviewRules } from "enmusubi-wasm/lists";
