/** A server and a browser for the journeys of one file. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { startBrowser } from "./browser";
import { startServer, type TestServer } from "./server";

export interface Stage {
  server: TestServer;
  browser: Browser;
}

/** Starts both before the file's journeys and stops them after; they are there inside a test. */
export function setStage(): Stage {
  const stage = {} as Stage;
  beforeAll(async () => {
    stage.server = await startServer();
    stage.browser = await startBrowser();
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.server?.stop();
  });
  return stage;
}
