/** Tries to load something until it is there, as long as the network comes and goes. */
import { sleep } from "../../lib/sleep";
import { waitAfterMs } from "./outbox/backoff";
import { Waiting } from "./outbox/waiting";

/** Fails, or gives false, where it is not there yet. */
export type LoadingTask = () => Promise<unknown>;

/** Ends once the task has succeeded; `onFailure` hears of the first time that it has not. */
export async function keepLoading(task: LoadingTask, onFailure = () => {}): Promise<void> {
  if (await isThere(task)) return;
  onFailure();
  const { signal } = new AbortController();
  const waiting = new Waiting(sleep);
  const stopListening = waiting.start();
  let nFailed = 1;
  do {
    const untilMs = Date.now() + waitAfterMs(nFailed, Math.random(), null);
    const wasEnded = await waiting.wait({ untilMs, notBeforeMs: 0, signal });
    nFailed = wasEnded ? 1 : nFailed + 1;
  } while (!(await isThere(task)));
  stopListening();
}

async function isThere(task: LoadingTask): Promise<boolean> {
  return await task().then(
    (answer) => answer !== false,
    () => false,
  );
}
