/**
 * Serves the data of the pages to the unit tests, as the server of the built app does, and has nothing else. A request
 * that a test does not answer would otherwise go to the machine's network, and could outlive the test's document.
 */
import * as lists from "enmusubi-wasm/lists";

globalThis.fetch = async (input) => {
  const url = input instanceof Request ? input.url : String(input);
  const { pathname } = new URL(url, "http://localhost");
  if (pathname === "/register/_payload.json") return Response.json({ ...lists });
  return new Response(null, { status: 404 });
};
