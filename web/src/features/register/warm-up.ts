/** Loads at leisure what later steps need, so that everything up to "Send" works without a network. */
import type { Core } from "../../core/core";
import { today } from "../../core/use-core";
import { bringOtherLanguages } from "../../i18n/load";
import { iconNames } from "../../icons/names";
import { preloadIcons } from "../../icons/preload";
import { whenIdle } from "../../lib/idle";
import { logger } from "../../logger/logger";
import { bringPrivacyPolicy } from "./draft/privacy-policy";
import { warmFormats } from "./form/formats";
import { warmPictures } from "./photos/warm-pictures";

/** After the first page of the form can be used; `more` is what others know of. */
export async function warmUp(core: Core, more: () => Promise<unknown>): Promise<void> {
  await whenIdle();
  // Both are slow the first time on a phone, which nobody should wait for at "Continue".
  warmFormats();
  core.checkProfile({}, today());
  const logos = core.employers().flatMap(({ icon }) => icon ?? []);
  const tasks = [
    more,
    warmPictures,
    () => import("../../overlays/overlay-area"),
    () => import("../../overlays/confirm-dialog"),
    bringPrivacyPolicy,
    () => preloadIcons([...iconNames, ...logos]),
  ];
  const results = await Promise.allSettled(tasks.map((task) => task()));
  // The words of the policy and of the profile page are wanted from now on, in every language.
  await bringOtherLanguages();
  const missing = tasks.filter((_, index) => results[index]?.status === "rejected");
  if (missing.length === 0) return;
  logger.warn(`${missing.length} parts of the form are still to be loaded`);
  window.addEventListener("online", () => void Promise.allSettled(missing.map((task) => task())), {
    once: true,
  });
}
