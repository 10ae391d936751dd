/** Tries to load something until it is there, as long as the network comes and goes. */
import { patientPolicy, retry } from "../../lib/retry";

/** Fails, or gives false, where it is not there yet. */
export type LoadingTask = () => Promise<unknown>;

/** Resolves once the task has succeeded; calls `onFailure` at its first failure. */
export async function keepLoading(task: LoadingTask, onFailure = () => {}): Promise<void> {
  let hasFailed = false;
  await retry(
    async () => {
      if ((await task()) === false) throw new Error("something is missing");
    },
    {
      policy: patientPolicy,
      onWait: () => {
        if (!hasFailed) onFailure();
        hasFailed = true;
      },
    },
  );
}
