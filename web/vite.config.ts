import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import wasm from "vite-plugin-wasm";
import { defineConfig } from "vitest/config";
import { messages } from "./vite/messages.ts";

const server = process.env.ENMUSUBI_DEV_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [messages(), react(), tailwindcss(), wasm()],
  resolve: {
    alias: {
      "enmusubi-wasm/lists": fileURLToPath(new URL("../wasm/pkg/lists.js", import.meta.url)),
      "enmusubi-wasm": fileURLToPath(new URL("../wasm/pkg/enmusubi_wasm.js", import.meta.url)),
    },
  },
  server: {
    // The wasm package and the catalogue live beside this folder.
    fs: { allow: [".."] },
    proxy: { "/api": server, "/config.json": server },
  },
  test: { environment: "happy-dom", include: ["src/**/*.test.{ts,tsx}"] },
});
