/** Offers a reload when the server has a newer build, except while a person fills in the form. */

import { text } from "#/i18n/use-text";
import { routeOf } from "#/lib/paths";
import { reload } from "#/lib/reload";
import { currentPlace, subscribeNavigation } from "#/navigation/navigation";
import { addToast, closeToast } from "#/toasts/toasts";
import { watchBuild } from "#/version/newer-build";

export function offerNewerBuilds(): () => void {
  let isNewer = false;
  let toastId: number | null = null;
  const offer = () => {
    if (!isNewer) return;
    if (routeOf(currentPlace().pathname) === "register") {
      if (toastId !== null) closeToast(toastId);
      toastId = null;
    } else if (toastId === null) {
      const onClick = reload;
      const action = { label: text("shell.reload"), onClick };
      toastId = addToast(text("shell.newerBuild"), {
        durationMs: Number.POSITIVE_INFINITY,
        action,
      });
    }
  };
  const stopWatching = watchBuild(() => {
    isNewer = true;
    offer();
  });
  // Offer the reload once the person leaves the form.
  const stopListening = subscribeNavigation(offer);
  return () => {
    stopWatching();
    stopListening();
  };
}
