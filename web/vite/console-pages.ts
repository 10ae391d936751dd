/** Serves the reviewers' console below its path in development. In a deployment, the server does that. */
import type { Plugin } from "vite";
import { reviewPaths } from "../src/lib/paths.ts";

const shell = "/review.html";
const { queue } = reviewPaths;

export function consolePages(): Plugin {
  return {
    name: "enmusubi-console-pages",
    configureServer(server) {
      server.middlewares.use((request, _, next) => {
        const path = request.url?.split("?")[0] ?? "";
        if (path === queue || path.startsWith(`${queue}/`)) request.url = shell;
        next();
      });
    },
  };
}
