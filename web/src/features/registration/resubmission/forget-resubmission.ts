/** Removes every trace of an answer to a reviewer from the device. */
import { forgetAside } from "../draft/aside";
import { clearPhotos } from "../photos/photo-storage";
import { forgetWorkEmail } from "../work-email/work-email-storage";
import { forgetAnswers, hasAnswersOf } from "./resubmission-storage";

/** It has arrived, or nobody asks for it any more. */
export async function forgetResubmission(userId: string): Promise<void> {
  forgetAnswers();
  forgetWorkEmail();
  await clearPhotos(userId);
}

/** The same where the app was closed between the send and its answer. */
export function forgetArrived(userId: string): void {
  forgetAside(userId);
  if (hasAnswersOf(userId)) void forgetResubmission(userId);
}
