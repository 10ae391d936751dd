/** Draws the overlays in the app. Their drawing code is loaded when the first overlay opens. */
import { type ComponentType, useEffect, useState } from "react";
import { text } from "#/i18n/use-text";
import { logger } from "#/logger/logger";
import { addToast } from "#/toasts/toasts";
import { loadChunkNow } from "#/version/load-chunk";
import { unmountAllOverlays, useOverlays } from "./overlays";

const loadArea = () => loadChunkNow(() => import("./overlay-area"));

export function OverlayOutlet({ load = loadArea }: { load?: typeof loadArea }) {
  const isWanted = useOverlays().length > 0;
  const [Area, setArea] = useState<ComponentType>();

  useEffect(() => {
    if (!isWanted || Area) return;
    load().then(({ OverlayArea }) => setArea(() => OverlayArea), giveUp);
  }, [isWanted, Area, load]);

  return Area ? <Area /> : null;
}

/** Removes all overlays, because their drawing code did not load. The next overlay loads the code again. */
function giveUp(): void {
  logger.warn("the overlays could not be loaded");
  addToast(text("ui.notOpened"), { color: "red" });
  unmountAllOverlays();
}
