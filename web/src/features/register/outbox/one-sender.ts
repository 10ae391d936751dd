/** Lets one window of this browser send at a time; the server's idempotency decides where it cannot. */

const lockName = "enmusubi:outbox";

interface Options {
  signal: AbortSignal;
  /** Another window has it: this one comes after it. */
  onWait: () => void;
}

/** Does `work` as soon as no other window does; `hasWaited` tells it that things may have changed. */
export async function asOneSender(
  work: (hasWaited: boolean) => Promise<void>,
  { signal, onWait }: Options,
): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return work(false);
  const isFree = await locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock) await work(false);
    return lock !== null;
  });
  if (isFree || signal.aborted) return;
  onWait();
  try {
    await locks.request(lockName, { signal }, () => work(true));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
