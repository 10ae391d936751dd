/** What LINE's login leaves in the address, and must not go along into the next login. */

const marks = ["liffClientId", "liffOAuth2Error"];
const names = [...marks, "liffRedirectUri", "code", "state", "error", "error_description"];

/** Takes it out of the address; only once the SDK has read it. Everything else stays as it is. */
export function forgetLoginAnswer(): void {
  const { pathname, search, hash } = window.location;
  const pairs = search.slice(1).split("&");
  const isNamed = (wanted: string[]) => (pair: string) =>
    wanted.includes(pair.split("=", 1)[0] ?? "");
  if (!pairs.some(isNamed(marks))) return;
  const kept = pairs.filter((pair) => !isNamed(names)(pair)).join("&");
  // With its origin: a path that begins with two slashes would be read as a host.
  const address = window.location.origin + pathname + (kept && `?${kept}`) + hash;
  window.history.replaceState(window.history.state, "", address);
}
