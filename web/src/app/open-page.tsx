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
 * The time after which a spinner replaces the knot, if the first page is still loading. A spinner never replaces the
 * first screen, which a newcomer reads in the meantime.
 */
const coveredMs = 3000;

const hasFirstScreen = () => !document.documentElement.classList.contains("known");

export function OpenPage({ onReady }: { onReady: () => void }) {
  const [application] = useState(membersApp);
  const { view } = useNavigation();
  const isDrawn = view.kind === "page" || view.kind === "error";
  useEffect(() => startNavigation(application), [application]);
  useEffect(() => {
    if (isDrawn) return onReady();
    if (hasFirstScreen()) return;
    const timer = setTimeout(onReady, coveredMs);
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
