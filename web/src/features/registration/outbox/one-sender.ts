/** Lets one window of this browser send at a time; the server's idempotency decides where it cannot. */

const lockName = "enmusubi:outbox";

interface Options {
  signal: AbortSignal;
  /** The person wants it from here: a window that a phone has frozen holds the lock for ever. */
  isUrgent: boolean;
  /** Another window has it: this one comes after it. */
  onWait: () => void;
}

/**
 * Does `work` as soon as no other window does; `hasWaited` tells it that things may have changed.
 * "stolen" when another window took over in the middle of it.
 */
export async function asOneSender(
  work: (hasWaited: boolean) => Promise<void>,
  { signal, isUrgent, onWait }: Options,
): Promise<"done" | "stolen"> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) {
    await work(false);
    return "done";
  }
  let hasBegun = false;
  const begin = (hasWaited: boolean) => {
    hasBegun = true;
    return work(hasWaited);
  };
  try {
    if (isUrgent) {
      await locks.request(lockName, { steal: true }, () => begin(true));
      return "done";
    }
    const isFree = await locks.request(lockName, { ifAvailable: true }, async (lock) => {
      if (lock) await begin(false);
      return lock !== null;
    });
    if (isFree || signal.aborted) return "done";
    onWait();
    await locks.request(lockName, { signal }, () => begin(true));
    return "done";
  } catch (error) {
    if (signal.aborted) return "done";
    if (error instanceof DOMException && error.name === "AbortError") return "stolen";
    if (hasBegun) throw error;
    // A browser that keeps nothing for this page hands out no locks either.
    await work(false);
    return "done";
  }
}
