/** The fixtures of the tests in WebKit: each test has an empty server, a proxy in front of it, and an empty browser. */
import { test as base } from "@playwright/test";
import { type Network, startNetwork } from "../network";
import { startServer, type TestServer } from "../server";
import { Person } from "./person";
import { type Driver, makeProfile, startDriver, type Word } from "./programs";

interface Stage {
  network: Network;
  server: TestServer;
  /** False for a browser that requests each file of the app again for each page. */
  isCached: boolean;
  /** False for a browser that keeps no page that was left. */
  arePagesKept: boolean;
  /** A newcomer. Their browser keeps its data until the end of the test. */
  person: Person;
}

export const test = base.extend<Stage, { driver: Driver }>({
  driver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from a pattern.
    async ({}, use) => {
      const driver = await startDriver();
      await use(driver);
      await driver.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from a pattern.
  network: async ({}, use) => {
    const network = await startNetwork();
    await use(network);
    network.stop();
  },
  server: async ({ network }, use) => {
    const server = await startServer(undefined, { PUBLIC_BASE_URL: network.url });
    network.serve(server.url);
    await use(server);
    await server.stop();
  },
  isCached: [true, { option: true }],
  arePagesKept: [true, { option: true }],
  person: async ({ arePagesKept, driver, isCached, network, server: _ }, use, info) => {
    const { folder, remove } = await makeProfile();
    const words: Word[] = [];
    if (!isCached) words.push("uncached");
    if (!arePagesKept) words.push("unkept");
    const person = new Person(await driver.open(folder, ...words), network.url);
    await use(person);
    if (info.status !== info.expectedStatus) await describe(person);
    // A browser that has crashed cannot be ended once more.
    await person.browser.quit().catch(() => undefined);
    await remove();
  },
});

/** Prints the address and the text of the page of a test that failed. */
async function describe({ browser }: Person): Promise<void> {
  const text = await browser.executeScript("return document.body.innerText").catch(String);
  console.error(`${await browser.getCurrentUrl().catch(String)}\n${text}`);
}
