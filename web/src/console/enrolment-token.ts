/** The token of an enrolment link. The console keeps the token out of the address bar and the browser's history. */

let token: string | null = null;

/** Moves the token from the fragment of the address into memory. */
export function readEnrolmentToken(): void {
  const { hash, pathname, search } = window.location;
  if (hash.length <= 1) return;
  token = hash.slice(1);
  window.history.replaceState(window.history.state, "", pathname + search);
}

export const enrolmentToken = (): string | null => token;

/** Forgets the token, which the server accepts only once. */
export function dropEnrolmentToken(): void {
  token = null;
}
