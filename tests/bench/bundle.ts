/** Bundles each contender, minified and tree-shaken, and measures its size in bytes. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { type Name, names } from "./contender";
import { listsModule } from "./lists.mjs";
import { compileRules } from "./rules-ajv";

const here = process.cwd();
const root = join(here, "../..");
const wasmPackage = join(root, "wasm/pkg");
export const wasmFile = join(wasmPackage, "enmusubi_wasm_bg.wasm");
/** A folder inside node_modules, which git ignores. */
export const output = join(here, "node_modules/.bench");

type Target = "node" | "web";
const importStart = {
  node: (file: string) =>
    `import { readFileSync } from "node:fs";
     const started = WebAssembly.instantiate(readFileSync(${JSON.stringify(file)}), imports);`,
  web: () => `const started = WebAssembly.instantiateStreaming(fetch("/core.wasm"), imports);`,
};

/** Does what vite-plugin-wasm does for the web: instantiates, awaits and re-exports. */
async function wasmModule(file: string, target: Target): Promise<string> {
  const module = await WebAssembly.compile(await readFile(file));
  const needed = WebAssembly.Module.imports(module);
  const exported = WebAssembly.Module.exports(module).map(({ name }) => name);
  const modules = [...new Set(needed.map(({ module }) => module))];
  const members = (from: string, index: number) =>
    needed.flatMap(({ module, name }) =>
      module === from ? [`${name}: glue${index}.${name}`] : [],
    );
  return `${modules.map((from, index) => `import * as glue${index} from "${from}";`).join("\n")}
    const imports = { ${modules.map((from, index) => `"${from}": { ${members(from, index)} }`)} };
    ${importStart[target](file)}
    const { exports } = (await started).instance;
    export const { ${exported} } = exports;`;
}

/** Resolves the modules that this bench generates: the wasm and ajv's code. */
function madeModules(target: Target): Plugin {
  return {
    name: "made-modules",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^enmusubi-wasm$/ }, () => ({
        path: join(wasmPackage, "enmusubi_wasm.js"),
      }));
      onLoad({ filter: /\.wasm$/ }, async ({ path }) => ({
        contents: await wasmModule(path, target),
        resolveDir: wasmPackage,
      }));
      onResolve({ filter: /^enmusubi:ajv-compiled$/ }, ({ path }) => ({ path, namespace: "ajv" }));
      onLoad({ filter: /.*/, namespace: "ajv" }, () => ({
        contents: compileRules(),
        resolveDir: here,
      }));
    },
  };
}

const options = {
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  absWorkingDir: here,
} as const;

/** Writes `output/<target>/<contender>.js`, and for the web also the scripts of the pages. */
export async function bundleAll(): Promise<void> {
  for (const target of ["node", "web"] as const) {
    await build({
      ...options,
      entryPoints: Object.fromEntries(names.map((name) => [name, `entries/${name}.ts`])),
      outdir: join(output, target),
      outExtension: { ".js": target === "node" ? ".mjs" : ".js" },
      platform: target === "node" ? "node" : "browser",
      plugins: [listsModule, madeModules(target)],
    });
  }
  await build({ ...options, entryPoints: ["warm.ts"], outdir: join(output, "web") });
  for (const name of names) await bundleCold(name);
}

/** Bundles the script of a page: the contender, and its first answer. */
async function bundleCold(name: Name): Promise<void> {
  const contents = `import { problems } from "./entries/${name}";
    import { allWrong, today } from "./documents";
    const found = problems(allWrong, today).length;
    globalThis.answer = { at: performance.now(), found };
    globalThis.tell?.();`;
  await build({
    ...options,
    stdin: { contents, resolveDir: here, loader: "ts" },
    outfile: join(output, "web", `cold-${name}.js`),
    plugins: [listsModule, madeModules("web")],
  });
}

export type Bytes = { raw: number; gzip: number; brotli: number };

export async function squeeze(bytes: Buffer) {
  return {
    gzip: await promisify(gzip)(bytes, { level: 9 }),
    br: await promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  };
}

/** Measures the bytes that a browser downloads before the contender can check. */
export async function measureBytes(name: Name): Promise<Bytes> {
  const files = [join(output, "web", `${name}.js`), ...(name === "core" ? [wasmFile] : [])];
  const total = { raw: 0, gzip: 0, brotli: 0 };
  for (const file of files) {
    const bytes = await readFile(file);
    const squeezed = await squeeze(bytes);
    total.raw += bytes.length;
    total.gzip += squeezed.gzip.length;
    total.brotli += squeezed.br.length;
  }
  return total;
}

export async function makeOutput(): Promise<void> {
  await mkdir(output, { recursive: true });
  await writeFile(
    join(output, ".about"),
    "Generated by tests/bench; may be deleted at any time.\n",
  );
}
