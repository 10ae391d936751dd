/** The characters that no text may contain. The code includes them, as a text box cannot wait for the lists. */
export { refusedCharacters } from "enmusubi-wasm/lists";
