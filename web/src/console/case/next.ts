/** The way on from a case: the next one of the queue that the reviewer had open, or the queue. */

import { storedFilter } from "#/console/queue/filters";
import { openNextCase } from "#/console/queue/next-case";
import { refusalText } from "#/console/refusal";
import { text } from "#/i18n/use-text";
import { navigate } from "#/navigation/navigation";
import { addToast } from "#/toasts/toasts";
import { queuePlace } from "./queue-link";

/** Opens the next case. If none is free, or the call fails, opens the queue and says why. */
export async function goToNextCase(): Promise<void> {
  let problem: string;
  try {
    if (await openNextCase(storedFilter())) return;
    problem = text("console.queue.noFree");
  } catch (error) {
    problem = text(refusalText(error));
  }
  addToast(problem);
  await navigate(queuePlace());
}
