/** A server and a browser for the journeys of one file. */
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { describePages, startBrowser } from "./browser";
import { type Line, startLine } from "./line";
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

export interface LineStage extends Stage {
  line: Line;
}

/** The same beside a stand-in for LINE, which is as new before each journey; devices are put away after. */
export function setLineStage(): LineStage {
  const stage = {} as LineStage;
  beforeAll(async () => {
    stage.line = await startLine();
    stage.server = await startServer(stage.line);
    stage.browser = await startBrowser();
  });
  beforeEach(async () => {
    stage.line.cut(false);
    await stage.line.control({
      reset: true,
      endpointUrl: `${stage.server.url}/`,
      // For this one the SDK opens an address that only LINE understands; Chromium asks the person
      // which program is meant, and nothing can be clicked any more.
      withheldApis: ["multipleLiffTransition"],
    });
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await describePages(stage.browser, task.name);
    for (const context of stage.browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.server?.stop();
    await stage.line?.stop();
  });
  return stage;
}
