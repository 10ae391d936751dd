/** Calls the server again at growing intervals while the server cannot be reached. */
import { type RetryPolicy, retry, waitForRetry } from "#/lib/retry";
import { identifyMember } from "#/person/identify-member";
import { getSession, subscribeSession } from "#/session/session";

const policy = {
  firstMs: 2_000,
  factor: 2,
  maxDelayMs: 60_000,
  wakeOn: ["online"],
} as const satisfies RetryPolicy;

/** Calls `onAnswer` each time the server becomes reachable again. */
export function keepReconnecting(onAnswer: () => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let isRunning = false;
  const reconnect = async () => {
    // Each attempt changes the session, so the session calls this function again while this function runs.
    if (isRunning || !isUnreachable()) return;
    isRunning = true;
    const { firstMs, wakeOn } = policy;
    await waitForRetry({ ms: firstMs, wakeOn, signal });
    // `nFailed` is 1, because the call that found the server out of reach has failed already.
    await retry(reachServer, { policy, signal, nFailed: 1 });
    isRunning = false;
    onAnswer();
  };
  // `reconnect()` rejects only after the caller has stopped it.
  const start = () => void reconnect().catch(() => undefined);
  const unsubscribe = subscribeSession(start);
  start();
  return () => {
    unsubscribe();
    stopped.abort();
  };
}

async function reachServer(): Promise<void> {
  await identifyMember();
  if (isUnreachable()) throw new Error("the server is out of reach");
}

const isUnreachable = () => getSession().registration === "unreachable";
