/** Adds the build's id, its manifests, and the data of the form to the build. */
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

type Bundle = Parameters<Extract<Plugin["generateBundle"], (...all: never) => unknown>>[1];

interface Options {
  /** The path of the ES module with core's lists, which is made from Rust definitions. */
  lists: string;
  /** The paths of all pages. The page at `formPath` needs the lists. */
  paths: readonly string[];
  formPath: string;
}

/** The pages that the build writes in each language. */
const isPage = /^(index|policy)(\.[\w-]+)?\.html$/;

/** Writes `builds/latest.json`, `builds/meta/{id}.json` and `register/_payload.json`. */
export function builds({ lists, paths, formPath }: Options): Plugin {
  const readPayload = async () => {
    // The console's code has the review rules, and every page's code has the refused characters: leave them out.
    const {
      reviewRules: _,
      refusedCharacters: __,
      ...form
    } = await import(pathToFileURL(lists).href);
    return JSON.stringify(form);
  };
  const payloadUrl = `${formPath}/_payload.json`;
  return {
    name: "enmusubi-builds",
    enforce: "post",
    generateBundle: {
      // The pages of the other languages are in the bundle by then.
      order: "post",
      async handler(_, bundle) {
        const pages = Object.values(bundle).filter(({ fileName }) => isPage.test(fileName));
        if (pages.length === 0) throw new Error("the build has no index.html for its id");
        const emit = (fileName: string, source: string) =>
          this.emitFile({ type: "asset", fileName, source });
        const payload = await readPayload();
        emit(payloadUrl.slice(1), payload);
        const id = idOf(bundle, payload);
        const tag = `<meta name="build-id" content="${id}" />`;
        for (const page of pages) {
          if (page.type !== "asset") continue;
          page.source = String(page.source).replace("</head>", `  ${tag}\n  </head>`);
        }
        const timestamp = Date.now();
        emit("builds/latest.json", JSON.stringify({ id, timestamp }));
        emit(`builds/meta/${id}.json`, JSON.stringify({ id, timestamp, paths }));
      },
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        if (request.url?.split("?")[0] !== payloadUrl) return next();
        response.setHeader("Content-Type", "application/json");
        response.end(await readPayload());
      });
    },
  };
}

/**
 * Returns a hash of the whole build: of the chunks by their file names, which contain a hash of the content,
 * and of all other files by name and content.
 */
function idOf(bundle: Bundle, payload: string): string {
  const hash = createHash("sha256").update(payload);
  for (const [fileName, output] of Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`\n${fileName}\n`);
    if (output.type === "asset") hash.update(output.source);
  }
  return hash.digest("hex").slice(0, 16);
}
