/** The router, and what is watched while pages are open. */
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { makeRouter } from "../routes/router";
import { offerNewerBuilds } from "./offer-newer-builds";
import { keepReconnecting } from "./reconnect";
import { watchFriendship } from "./watch-friendship";

/** A first page that takes longer shows that it is on its way. */
const coveredMs = 3000;

/** `onReady`: the first page is there, or something that says that it is coming. */
export function Pages({ onReady }: { onReady: () => void }) {
  const [router] = useState(makeRouter);
  useEffect(() => {
    const timer = setTimeout(onReady, coveredMs);
    const unsubscribe = router.subscribe("onRendered", onReady);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [router, onReady]);
  useEffect(() => {
    const ask = () => void router.invalidate();
    const stops = [keepReconnecting(ask), watchFriendship(ask), offerNewerBuilds(router)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [router]);
  return <RouterProvider router={router} />;
}
