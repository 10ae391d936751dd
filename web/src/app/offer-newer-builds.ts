/** Offers a reload when a newer build is there, and never while someone fills in the form. */
import { text } from "../i18n/use-text";
import { paths } from "../routes/paths";
import type { makeRouter } from "../routes/router";
import { addToast } from "../toasts/toasts";
import { watchBuild } from "../version/watch-build";

type Router = ReturnType<typeof makeRouter>;

/** Gives what stops it. */
export function offerNewerBuilds(router: Router): () => void {
  let isNewer = false;
  const offer = () => {
    if (!isNewer || router.state.location.pathname === paths.register) return;
    isNewer = false;
    const action = {
      label: text("shell.reload"),
      onClick: () => window.location.reload(),
    };
    addToast(text("shell.newerBuild"), { durationMs: Number.POSITIVE_INFINITY, action });
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
