/** The parameters that LINE's login adds to the address, which must not return with the next login. */

const marks = ["liffClientId", "liffOAuth2Error"];
const names = [...marks, "liffRedirectUri", "code", "state", "error", "error_description"];

/** Removes them from the address, after the SDK has read them. The rest of the address stays. */
export function removeLoginParameters(): void {
  const { pathname, search, hash } = window.location;
  const pairs = search.slice(1).split("&");
  const isNamed = (wanted: string[]) => (pair: string) =>
    wanted.includes(pair.split("=", 1)[0] ?? "");
  if (!pairs.some(isNamed(marks))) return;
  const kept = pairs.filter((pair) => !isNamed(names)(pair)).join("&");
  // The origin belongs to it: the browser reads a path that begins with two slashes as a host.
  const address = window.location.origin + pathname + (kept && `?${kept}`) + hash;
  window.history.replaceState(window.history.state, "", address);
}
