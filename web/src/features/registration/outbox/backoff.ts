/** How long the outbox waits before it tries again. */

const firstMs = 1_000;
const longestMs = 5 * 60_000;
/** Of the wait, either way: phones that lost the same network do not all come back at once. */
const jitter = 0.2;

/**
 * The wait after the `nFailed`th failure in a row; `random` is from 0 to 1. A server that asks for
 * a longer one gets it.
 */
export function waitAfterMs(nFailed: number, random: number, askedMs: number | null): number {
  const doubledMs = Math.min(firstMs * 2 ** Math.max(nFailed - 1, 0), longestMs);
  const spreadMs = doubledMs * (1 - jitter + 2 * jitter * random);
  return Math.max(Math.round(Math.min(spreadMs, longestMs)), askedMs ?? 0);
}
