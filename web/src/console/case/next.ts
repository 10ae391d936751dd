/** Leads from a finished case to the next case, with the filters of the queue that was last open. */

import { storedFilter } from "#/console/queue/filters";
import { openNextCase } from "#/console/queue/next-case";
import { refusalText } from "#/console/refusal";
import { text } from "#/i18n/use-text";
import { navigate } from "#/navigation/navigation";
import { addToast } from "#/toasts/toasts";
import { queuePlace } from "./queue-link";

/** Opens the next case. If no case is free, or the call fails, opens the queue and says why in a toast. */
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
