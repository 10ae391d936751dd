// Runs the TypeScript of this folder: `node run.mjs` measures the rules, `node run.mjs page` the
// size of the pages,
// `node run.mjs form` the speed of a registration, `node run.mjs meeting` that of answers and notes, `node run.mjs images` the image proxy beside
// sharp, and
// `node run.mjs test` compares the rule sets.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { listsModule } from "./lists.mjs";

const [wanted] = process.argv.slice(2);
const isTest = wanted === "test";
const isOfItsOwn = ["page", "form", "images", "meeting"].includes(wanted);
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

process.chdir(folder);
await build({
  entryPoints: [`${name}.ts`],
  outfile,
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  plugins: [listsModule, withoutTestRunner],
  logLevel: "warning",
});
const args = isTest ? ["--test", outfile] : [outfile, ...process.argv.slice(2)];
process.exit(spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1);
