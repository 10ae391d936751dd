/** Offers a reload when a newer build is there, and never while someone fills in the form. */
import { text } from "../i18n/use-text";
import { paths } from "../lib/paths";
import type { makeRouter } from "../routes/router";
import { addToast, closeToast } from "../toasts/toasts";
import { watchBuild } from "../version/watch-build";

type Router = ReturnType<typeof makeRouter>;

/** Gives what stops it. */
export function offerNewerBuilds(router: Router): () => void {
  let isNewer = false;
  let toastId: number | null = null;
  const offer = () => {
    if (!isNewer) return;
    if (router.state.location.pathname === paths.register) {
      if (toastId !== null) closeToast(toastId);
      toastId = null;
    } else if (toastId === null) {
      const onClick = () => window.location.reload();
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
  // The form was left: now is the time.
  const stopListening = router.subscribe("onResolved", offer);
  return () => {
    stopWatching();
    stopListening();
  };
}
