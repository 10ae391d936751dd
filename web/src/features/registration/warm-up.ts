/** Loads at leisure what later steps need, so that everything up to "Send" works without a network. */
import type { Core } from "../../core/core";
import { today } from "../../core/use-core";
import { bringOtherLanguages } from "../../i18n/load";
import { whenIdle } from "../../lib/idle";
import { logger } from "../../logger/logger";
import { preloadLogos } from "../../logos/preload";
import { bringPrivacyPolicy } from "./draft/privacy-policy";
import { firstFormats } from "./form/formats";
import { keepLoading, type LoadingTask } from "./keep-loading";
import { bringVerificationPage } from "./pages/verification-part";
import { warmPictures } from "./photos/warm-pictures";

/** After the first page of the form can be used; `more` is what others know of. Ends with all of it there. */
export async function warmUp(core: Core, more: LoadingTask): Promise<void> {
  await whenIdle();
  const logos = core.employers().flatMap(({ icon }) => icon ?? []);
  const load = (name: string, task: LoadingTask) =>
    keepLoading(task, () => logger.warn(`${name} is still to be loaded`));
  const words = [load("the next page", more), load("the privacy policy", bringPrivacyPolicy)];
  await Promise.all([
    doFirstTimes(core),
    load("a part of the photos", warmPictures),
    load("the page of the proof", bringVerificationPage),
    load("what draws dialogs", () => import("../../overlays/overlay-area")),
    load("the dialog of questions", () => import("../../overlays/confirm-dialog")),
    load("a logo", () => preloadLogos(logos)),
    load("another language", bringOtherLanguages),
    // The words of the policy and of the profile page are wanted from then on, in every language.
    Promise.all(words).then(() => load("another language", bringOtherLanguages)),
  ]);
}

/** What is slow the first time on a phone: nobody should wait for it at "Continue", nor while they type. */
async function doFirstTimes(core: Core): Promise<void> {
  for (const first of [() => core.checkProfile({}, today()), ...firstFormats]) {
    await whenIdle();
    first();
  }
}
