/** The open page, and everything that the app watches while pages are open. */
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

/** After this, the overlay goes although the first page is still loading: a spinner stands there. */
const coveredMs = 3000;

/** Calls `onReady` as soon as there is something to see. */
export function OpenPage({ onReady }: { onReady: () => void }) {
  const [application] = useState(membersApp);
  const { view } = useNavigation();
  const isDrawn = view.kind === "page" || view.kind === "error";
  useEffect(() => startNavigation(application), [application]);
  useEffect(() => {
    if (isDrawn) return onReady();
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
