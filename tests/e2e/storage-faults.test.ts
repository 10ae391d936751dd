/**
 * The storage fails in Chromium. WebKit has every fault (`webkit/storage.test.ts`). Chromium has the two evictions, which the
 * browser itself makes, and three scripts: a database that does not open, a commit that fails, a localStorage that fails.
 */
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

const names = [
  "open throws",
  "commit throws",
  "localStorage throws",
  "everything is evicted",
  "the database is evicted",
];

for (const name of names) {
  const fault = faults.find((one) => one.name === name);
  if (!fault) throw new Error(`there is no fault "${name}"`);
  test(`a person loses nothing while ${name}`, async ({ network, page, server }) => {
    const person = new ChromiumVisitor(page, network.url);
    await walk(fault, { engine: "Chromium", network, person, server });
  });
}
