/** The fixtures of the journeys: `mockTest` for the mock LIFF, `lineTest` for LINE's real SDK. */
import { type Browser, test as base, type TestInfo } from "@playwright/test";
import { describePages } from "./browser";
import { type Line, startLine } from "./line";
import { startServer, type TestServer } from "./server";

export interface Stage {
  server: TestServer;
  browser: Browser;
}

export interface LineStage extends Stage {
  line: Line;
}

interface Servers {
  /** Our server with the mock LIFF, as developers use it. */
  mockServer: TestServer;
  /** The stand-in for LINE's servers. */
  line: Line;
  /** Our server beside that stand-in. */
  lineServer: TestServer;
}

/**
 * Starts each server in the first journey of a worker that needs it. Both kinds of journeys share
 * this declaration: a worker whose next journey declares other worker fixtures would be replaced.
 */
export const withServers = base.extend<object, Servers>({
  mockServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from a pattern.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  line: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from a pattern.
    async ({}, use) => {
      const line = await startLine();
      await use(line);
      await line.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  lineServer: [
    async ({ line }, use) => {
      const server = await startServer(line);
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

/** A journey against a server with the mock LIFF. Earlier journeys have left profiles in its database. */
export const mockTest = withServers.extend<{ stage: Stage }>({
  stage: async ({ browser, mockServer }, use, info) => {
    await use({ browser, server: mockServer });
    await closeDevices(browser, info);
  },
});

/** A journey against a server beside the stand-in for LINE, which is reset before each journey. */
export const lineTest = withServers.extend<{ stage: LineStage }>({
  stage: async ({ browser, line, lineServer }, use, info) => {
    line.setReachable(true);
    await line.control({
      reset: true,
      endpointUrl: `${lineServer.url}/`,
      // With this API the SDK opens an address that only LINE's app understands. Chromium then asks
      // which program should open it, and no click reaches the page any more.
      withheldApis: ["multipleLiffTransition"],
    });
    await use({ browser, line, server: lineServer });
    await closeDevices(browser, info);
  },
});

/** Ends a journey: closes its devices, and describes their pages first if it failed. */
export async function closeDevices(browser: Browser, info: TestInfo): Promise<void> {
  if (info.status !== info.expectedStatus) await describePages(browser);
  for (const context of browser.contexts()) await context.close();
}
