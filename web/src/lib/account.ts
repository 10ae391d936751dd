/** A LINE user of this window, from the start or a login until the logout. */
export interface Account {
  readonly userId: string;
  /** Aborted by the logout. What began before must neither store nor send anything from then on. */
  readonly signal: AbortSignal;
}
