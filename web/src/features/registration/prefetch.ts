/** Loads in idle time the code and data of later steps, so that the form works without a network until "Send". */
import type { Core } from "#/core/core";
import { today } from "#/core/use-core";
import { preloadPrivacyPolicy } from "#/features/policy/privacy-policy";
import { prefetchOtherLanguages } from "#/i18n/load";
import { whenIdle } from "#/lib/idle";
import { prefetchAllowed } from "#/lib/prefetch-allowed";
import { patientPolicy, retry } from "#/lib/retry";
import { logger } from "#/logger/logger";
import { preloadLogos } from "#/logos/preload";
import { firstFormats } from "#/profile-form/answers/formats";
import { preloadVerificationPage } from "#/profile-form/pages/pages";
import { preloadPhotos } from "#/profile-form/photos/photo-actions";

/** Rejects or resolves to false if a part did not load. */
type LoadingTask = () => Promise<unknown>;

/**
 * Call this when the person can use the first page of the form. Loads nothing if prefetching is not allowed.
 * `loadNextPage` loads the page that follows the form.
 */
export async function prefetchForm(core: Core, loadNextPage: LoadingTask): Promise<void> {
  await whenIdle();
  if (!prefetchAllowed()) return await runSlowFirstCalls(core);
  const logos = core.employers().flatMap(({ icon }) => icon ?? []);
  const load = (name: string, task: LoadingTask) =>
    loadUntilDone(task, () => logger.warn(`${name} is still to be loaded`));
  const areas = [
    load("the next page", loadNextPage),
    load("the privacy policy", preloadPrivacyPolicy),
  ];
  await Promise.all([
    runSlowFirstCalls(core),
    load("a part of the photos", preloadPhotos),
    load("the verification page", preloadVerificationPage),
    load("the preview", () => import("#/profile-form/summary/preview-dialog")),
    load("the outlet of dialogs", () => import("#/overlays/overlay-area")),
    load("the confirmation dialog", () => import("#/overlays/confirm-dialog")),
    load("a logo", () => preloadLogos(logos)),
    load("another language", prefetchOtherLanguages),
    // The privacy policy and the next page have their own messages, so load these in the other languages, too.
    Promise.all(areas).then(() => load("another language", prefetchOtherLanguages)),
  ]);
}

/** Calls `onFailure` after the first failure only. */
export async function loadUntilDone(task: LoadingTask, onFailure = () => {}): Promise<void> {
  let hasFailed = false;
  const attempt = async () => {
    if ((await task()) === false) throw new Error("something is missing");
  };
  await retry(attempt, {
    policy: patientPolicy,
    onWait() {
      if (!hasFailed) onFailure();
      hasFailed = true;
    },
  });
}

/** Makes calls that are slow the first time on a phone, so that "Continue" and the keyboard are not slow later. */
async function runSlowFirstCalls(core: Core): Promise<void> {
  for (const call of [() => core.checkProfile({}, today()), ...firstFormats]) {
    await whenIdle();
    call();
  }
}
