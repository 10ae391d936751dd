/** Settings of the tests in WebKit. Playwright's runner counts and reports them, and opens no browser. */
import { defineConfig } from "@playwright/test";

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export.
export default defineConfig({
  testDir: "webkit",
  testMatch: "*.test.ts",
  globalSetup: "./webkit/screen.ts",
  // Each has a driver and a browser of its own.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  timeout: 180_000,
  reporter: "list",
  outputDir: "results/webkit",
});
