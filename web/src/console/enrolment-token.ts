/** The token of an enrolment link. It leaves the address bar, and so the history, once the console has read it. */

let token: string | null = null;

/** Takes the token from the fragment of the address. */
export function readEnrolmentToken(): void {
  const { hash, pathname, search } = window.location;
  if (hash.length <= 1) return;
  token = hash.slice(1);
  window.history.replaceState(window.history.state, "", pathname + search);
}

export const enrolmentToken = (): string | null => token;

/** Forgets the token, which is good once. */
export function dropEnrolmentToken(): void {
  token = null;
}
