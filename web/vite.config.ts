import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import wasm from "vite-plugin-wasm";
import { defineConfig } from "vitest/config";
import { paths } from "./src/lib/paths.ts";
import { oldestBrowsers } from "./vite/browsers.ts";
import { builds } from "./vite/builds.ts";
import { chunkAddresses } from "./vite/chunk-addresses.ts";
import { chunks } from "./vite/chunks.ts";
import { compileAhead } from "./vite/compile-ahead.ts";
import { compress } from "./vite/compress.ts";
import { consolePages } from "./vite/console-pages.ts";
import { logos } from "./vite/logos.ts";
import { messages } from "./vite/messages.ts";
import { mockServer } from "./vite/mock-server.ts";
import { pdfAssets } from "./vite/pdf-assets.ts";
import { writtenPages } from "./vite/written-pages.ts";

const lists = fileURLToPath(new URL("../wasm/pkg/lists.js", import.meta.url));
const server = process.env.ENMUSUBI_DEV_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig(({ mode }) => ({
  plugins: [
    messages(),
    logos({ lists }),
    react(),
    tailwindcss(),
    wasm(),
    chunkAddresses(),
    compileAhead(),
    writtenPages(),
    builds({ lists, paths: Object.values(paths), formPath: paths.register }),
    pdfAssets(),
    compress(),
    consolePages(),
    mode === "mock" && mockServer(),
  ],
  resolve: {
    alias: {
      "#": fileURLToPath(new URL("src", import.meta.url)),
      "enmusubi-wasm/lists": lists,
      "enmusubi-wasm/messages": fileURLToPath(new URL("../wasm/pkg/messages.js", import.meta.url)),
      "enmusubi-wasm/line": fileURLToPath(new URL("../wasm/pkg/enmusubi_line.js", import.meta.url)),
      "enmusubi-wasm": fileURLToPath(new URL("../wasm/pkg/enmusubi_wasm.js", import.meta.url)),
    },
  },
  build: {
    target: oldestBrowsers,
    // Imports preload only styles: after a failed preload of a script, WebKit fails every import of that
    // script without a request, even after a reload.
    modulePreload: {
      resolveDependencies: (_, files, { hostType }) =>
        hostType === "html" ? files : files.filter((file) => file.endsWith(".css")),
    },
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks } },
      checks: { pluginTimings: false },
    },
    // pdf.js has 500 kB. It loads only when a person picks a PDF, so it needs no warning.
    chunkSizeWarningLimit: 520,
  },
  server: {
    // The wasm package is outside of this folder.
    fs: { allow: [".."] },
    ...(mode === "mock" ? {} : { proxy: { "/api": server, "/config.json": server } }),
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}", "vite/**/*.test.ts"],
    setupFiles: [
      "src/testing/page-end.ts",
      "src/testing/scroll.ts",
      "src/core/payload.testing.ts",
      "src/testing/waits.ts",
    ],
    // By default, Vitest leaves one processor free, but CI has only two.
    maxWorkers: "100%",
    // The tests share two cores with builds, so slow tests need time. A test that hangs still fails.
    testTimeout: 20_000,
  },
}));
