/** The choice of core's sentence about a broken rule. The sentences themselves are in the namespace `errors`. */
export { sentenceKey } from "enmusubi-wasm/messages";
