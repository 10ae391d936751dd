/**
 * The build of the reviewers' console, beside that of the members' app: no chunk is shared, so that a
 * change of one of them cannot make the other larger.
 */
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { oldestBrowsers } from "./vite/browsers.ts";
import { compress } from "./vite/compress.ts";
import { messages } from "./vite/messages.ts";

const lists = fileURLToPath(new URL("../wasm/pkg/lists.js", import.meta.url));
/** The names say whose file it is. The server lets browsers keep everything in this folder. */
const name = "assets/console-[name]-[hash]";

export default defineConfig({
  plugins: [messages(), react(), tailwindcss(), compress()],
  resolve: {
    alias: { "#": fileURLToPath(new URL("src", import.meta.url)), "enmusubi-wasm/lists": lists },
  },
  build: {
    target: oldestBrowsers,
    // The members' build before it has emptied the folder and copied the public files.
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: "review.html",
      output: {
        entryFileNames: `${name}.js`,
        chunkFileNames: `${name}.js`,
        assetFileNames: `${name}[extname]`,
      },
    },
  },
});
