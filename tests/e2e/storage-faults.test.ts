/** The storage fails in each way that a browser can produce, here in Chromium. */
import { test as base } from "@playwright/test";
import { type Network, startNetwork } from "./network";
import { startServer, type TestServer } from "./server";
import { closeDevices } from "./stage";
import { faults } from "./storage-faults";
import { walk } from "./storage-table";
import { ChromiumVisitor } from "./visitor";

const test = base.extend<{ network: Network; server: TestServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from a pattern.
  network: async ({}, use) => {
    const network = await startNetwork();
    await use(network);
    network.stop();
  },
  server: async ({ browser, network }, use, info) => {
    const server = await startServer(undefined, { PUBLIC_BASE_URL: network.url });
    network.serve(server.url);
    await use(server);
    await closeDevices(browser, info);
    await server.stop();
  },
});

for (const fault of faults) {
  test(`a person loses nothing while ${fault.name}`, async ({ network, page, server }) => {
    const person = new ChromiumVisitor(page, network.url);
    await walk(fault, { engine: "Chromium", network, person, server });
  });
}
