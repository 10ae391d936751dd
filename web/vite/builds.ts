/** Writes what a deployed build tells of itself: its id, its manifest, and the data of each page. */
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

interface Options {
  /** The lists of the core, an ES module made from its Rust definitions. */
  lists: string;
  /** The paths of the pages, `/` first; the page at `formPath` needs the lists. */
  paths: readonly string[];
  formPath: string;
}

/** `builds/latest.json`, `builds/meta/{id}.json` and `{route}/_payload.json`, in the seed's places. */
export function builds({ lists, paths, formPath }: Options): Plugin {
  const payloadOf = async (path: string) =>
    path === formPath ? { ...(await import(pathToFileURL(lists).href)) } : {};
  const fileOf = (path: string) => `${path === "/" ? "" : path}/_payload.json`;
  return {
    name: "enmusubi-builds",
    enforce: "post",
    async generateBundle(_, bundle) {
      const shell = bundle["index.html"];
      if (shell?.type !== "asset")
        throw new Error("there is no index.html to put the build's id in");
      // Names hold a hash of their content, so together they stand for all of it.
      const id = createHash("sha256")
        .update(`${Object.keys(bundle).sort().join("\n")}\n${shell.source}`)
        .digest("hex")
        .slice(0, 16);
      const tag = `<meta name="build-id" content="${id}" />`;
      shell.source = String(shell.source).replace("</head>", `  ${tag}\n  </head>`);
      const emit = (fileName: string, value: object) =>
        this.emitFile({ type: "asset", fileName, source: JSON.stringify(value) });
      const timestamp = Date.now();
      emit("builds/latest.json", { id, timestamp });
      emit(`builds/meta/${id}.json`, { id, timestamp, paths });
      for (const path of paths) emit(fileOf(path).slice(1), await payloadOf(path));
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const asked = request.url?.split("?")[0];
        const path = paths.find((known) => fileOf(known) === asked);
        if (path === undefined) return next();
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify(await payloadOf(path)));
      });
    },
  };
}
