// Runs the TypeScript of this folder: `node run.mjs` measures the rules, `node run.mjs page` the
// size of the pages, `node run.mjs slow` the first seconds on a slow network,
// `node run.mjs form` the speed of a registration, `node run.mjs meeting` that of answers and notes, `node run.mjs images` the image proxy beside
// sharp, and
// `node run.mjs test` compares the rule sets.
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { listsModule } from "./lists.mjs";

const [wanted] = process.argv.slice(2);
const isTest = wanted === "test";
const isOfItsOwn = ["page", "slow", "form", "images", "meeting"].includes(wanted);
const folder = import.meta.dirname;
const name = isTest ? "rules.test" : isOfItsOwn ? wanted : "main";
const outfile = join(folder, "node_modules/.bench/run", `${name}.mjs`);

/** The journeys' helpers import `expect`, but the bench calls none that use it and installs no test runner. */
const withoutTestRunner = {
  name: "without-test-runner",
  setup({ onResolve }) {
    onResolve({ filter: /^@playwright\/test$/ }, ({ path }) => ({
      path,
      external: true,
      sideEffects: false,
    }));
  },
};

/** The programs of WebKit have a file beside them, and the driver among the packages of the journeys. */
const withJourneys = {
  name: "with-journeys",
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /\/e2e\/webkit\/programs\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replaceAll(
        "import.meta.dirname",
        JSON.stringify(dirname(path)),
      ),
      loader: "ts",
    }));
    onResolve({ filter: /^selenium-webdriver$/ }, ({ path, importer }) => ({
      path: createRequire(importer).resolve(path),
      external: true,
    }));
  },
};

process.chdir(folder);
await build({
  entryPoints: [`${name}.ts`],
  outfile,
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  plugins: [listsModule, withoutTestRunner, withJourneys],
  logLevel: "warning",
});
const args = isTest ? ["--test", outfile] : [outfile, ...process.argv.slice(2)];
process.exit(spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1);
