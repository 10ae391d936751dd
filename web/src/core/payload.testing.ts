/** Serves the data of the pages to the unit tests, as the server of the built app does. */
import * as lists from "enmusubi-wasm/lists";

const realFetch = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const { pathname } = new URL(url, window.location.href);
  if (pathname === "/register/_payload.json") return Response.json({ ...lists });
  return await realFetch(input, init);
};
