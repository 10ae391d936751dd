/** Serves the pages' data to the unit tests, as the built app's server does. */
import * as lists from "enmusubi-wasm/lists";

const realFetch = globalThis.fetch;

globalThis.fetch = async (input, init) =>
  String(input).startsWith("/register/_payload.json")
    ? Response.json({ ...lists })
    : await realFetch(input, init);
