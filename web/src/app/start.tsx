/** Draws what the start-up leads to: the pages, or why there are none. */
import { createRoot } from "react-dom/client";
import { describe, logger, logUncaught } from "../logger/logger";
import { reloadForLostChunk } from "../version/reload-once";
import { StartFailed } from "./start-failed";
import { startUp } from "./start-up";

export async function start(): Promise<void> {
  logUncaught();
  const root = createRoot(document.getElementById("root") as HTMLElement);
  // Fetched meanwhile; the router is made when it is drawn, after LIFF is done with the address.
  const pages = import("./app");
  pages.catch(() => undefined);
  const start = await startUp();
  if (start.kind === "leaving") return;
  if (start.kind === "failed") {
    logger.warn(`the start-up failed at ${start.failure.step}: ${describe(start.failure.error)}`);
    root.render(<StartFailed {...start.failure} />);
  } else {
    try {
      const { App } = await pages;
      root.render(<App />);
    } catch (error) {
      if (reloadForLostChunk(error)) return;
      root.render(<StartFailed step="config" error={error} />);
    }
  }
  document.getElementById("loading")?.setAttribute("hidden", "");
}
