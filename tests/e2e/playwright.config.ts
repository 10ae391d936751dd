/** Settings of the journeys: three run at the same time, each worker with servers and a browser of its own. */
import { defineConfig } from "@playwright/test";
import { launchOptions } from "../src/chromium";

export default defineConfig({
  testMatch: "*.test.ts",
  // Those have settings and a browser of their own: webkit.config.ts.
  testIgnore: "webkit/**",
  // Journeys often wait: with two workers, CI's two cores are idle a quarter of the time.
  workers: 3,
  // A worker takes the next test of any file, so that no long file is left for the end.
  fullyParallel: true,
  // A journey that fails now and then shows a fault in the app or in itself. A second try would hide it.
  retries: 0,
  timeout: 180_000,
  reporter: "list",
  outputDir: "results",
  use: {
    launchOptions,
    // A trace costs a tenth of the processor time, and CI keeps only the log.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    // The size of a small phone.
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    locale: "en-US",
  },
});
