/** The mock of our server (`web/src/testing/mock`) behind the built page: the gallery needs no server of ours. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { test } from "@playwright/test";
import type { Change } from "../../web/vite/mock-server";
import { freePort, waitForAnswer } from "./server";

const web = join(import.meta.dirname, "../../web");

export interface Mock {
  url: string;
  /** Sets the state of the mock, the faults of its calls, or a decision of a reviewer. */
  change(change: Change): Promise<void>;
}

/** Starts the mock in the first test of a worker. Its state stays from one test to the next. */
export const withMock = test.extend<object, { mock: Mock }>({
  mock: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from a pattern.
    async ({}, use) => {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const flags = ["--mode", "mock", "--strictPort", "--port", String(port)];
      const vite = spawn("node_modules/.bin/vite", ["preview", ...flags], {
        cwd: web,
        stdio: ["ignore", "ignore", "pipe"],
      });
      const log: string[] = [];
      vite.stderr.on("data", (text) => log.push(String(text)));
      try {
        await waitForAnswer(`${url}/config.json`, vite, log);
        await use({ url, change: (change) => put(url, change) });
      } finally {
        vite.kill();
      }
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

async function put(url: string, change: Change): Promise<void> {
  const answer = await fetch(`${url}/mock`, { method: "PUT", body: JSON.stringify(change) });
  if (!answer.ok) throw new Error(`the mock refuses a change: ${answer.status}`);
}
