/** Draws the open page, and watches the connection, the LINE friendship, the approval and newer builds. */
import { useEffect, useState } from "react";
import { revalidate, startNavigation, useNavigation } from "#/navigation/navigation";
import { NavigationView } from "#/navigation/navigation-view";
import { ErrorPage } from "#/pages/error-page";
import { LoadingBar } from "#/pages/loading-bar";
import { PendingPage } from "#/pages/pending-page";
import { membersApp } from "#/routes/router";
import { offerNewerBuilds } from "./offer-newer-builds";
import { keepReconnecting } from "./reconnect";
import { tellLatePages } from "./tell-late-pages";
import { watchApproval } from "./watch-approval";
import { watchFriendship } from "./watch-friendship";

/**
 * The time after which a spinner, with a banner about the connection, replaces the overlay if the first page is still
 * loading. A newcomer reads the first screen in the meantime, so it stays longer than the knot.
 */
const coveredMs = { knot: 3_000, firstScreen: 10_000 };

const overlay = () =>
  document.documentElement.classList.contains("known") ? "knot" : "firstScreen";

export function OpenPage({ onReady }: { onReady: () => void }) {
  const [application] = useState(membersApp);
  const { view } = useNavigation();
  const isDrawn = view.kind === "page" || view.kind === "error";
  useEffect(() => startNavigation(application), [application]);
  useEffect(() => {
    if (isDrawn) return onReady();
    const timer = setTimeout(onReady, coveredMs[overlay()]);
    return () => clearTimeout(timer);
  }, [isDrawn, onReady]);
  useEffect(() => {
    const onChange = () => void revalidate();
    const stops = [
      keepReconnecting(onChange),
      watchFriendship(onChange),
      watchApproval(onChange),
      offerNewerBuilds(),
      tellLatePages(),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return <NavigationView Pending={PendingPage} Loading={LoadingBar} Failed={ErrorPage} />;
}
