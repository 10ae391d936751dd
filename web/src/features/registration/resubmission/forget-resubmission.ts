/** Removes every trace of an answer to a reviewer from the device. */
import { forgetAside } from "../draft/aside";
import { clearPicks } from "../photos/stored-picks";
import { forgetWorkEmail } from "../work-email/work-email-record";
import { forgetAnswers, hasAnswersOf } from "./resubmission-storage";

/** It has arrived, or nobody asks for it any more. */
export async function forgetResubmission(userId: string): Promise<void> {
  forgetAnswers();
  forgetWorkEmail();
  await clearPicks(userId);
}

/** The same where the app was closed between the send and its answer. */
export function forgetArrived(userId: string): void {
  forgetAside(userId);
  if (hasAnswersOf(userId)) void forgetResubmission(userId);
}
