/** Removes the parameters that LINE's login adds to the address, or the next login would return with old parameters. */

const marks = ["liffClientId", "liffOAuth2Error"];
const names = [...marks, "liffRedirectUri", "code", "state", "error", "error_description"];

/** Removes the parameters. Call it after the SDK has read the parameters. */
export function removeLoginParameters(): void {
  const { pathname, search, hash } = window.location;
  const pairs = search.slice(1).split("&");
  const isNamed = (wanted: string[]) => (pair: string) =>
    wanted.includes(pair.split("=", 1)[0] ?? "");
  if (!pairs.some(isNamed(marks))) return;
  const kept = pairs.filter((pair) => !isNamed(names)(pair)).join("&");
  // The address needs the origin, because the browser reads a path that begins with two slashes as a host.
  const address = window.location.origin + pathname + (kept && `?${kept}`) + hash;
  window.history.replaceState(window.history.state, "", address);
}
