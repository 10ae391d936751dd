/** The characters that no text may contain. They are part of the code, because a text box cannot wait for the lists. */
export { refusedCharacters } from "enmusubi-wasm/lists";
