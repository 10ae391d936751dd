/** The characters that no text may hold. The code has them, because a text box cannot wait for the lists. */
export { refusedCharacters } from "enmusubi-wasm/lists";
