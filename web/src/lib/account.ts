/** The LINE user of this window, from the start-up or a login until the next logout. */
export interface Account {
  readonly userId: string;
  /** The logout aborts this signal. Work that began before the logout must then neither store nor send anything. */
  readonly signal: AbortSignal;
}
