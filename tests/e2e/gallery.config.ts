/** Settings of the gallery: pictures of every page for people to look at. No test compares them. */
import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config";

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export.
export default defineConfig({
  ...journeys,
  testMatch: "*.gallery.ts",
  timeout: 600_000,
  use: { ...journeys.use, trace: "off" },
});
