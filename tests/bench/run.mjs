// Starts the TypeScript beside it: `node run.mjs` measures, `node run.mjs test` compares the rule sets.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { listsModule } from "./lists.mjs";

const isTest = process.argv[2] === "test";
const folder = import.meta.dirname;
const name = isTest ? "rules.test" : "main";
const outfile = join(folder, "node_modules/.bench/run", `${name}.mjs`);

process.chdir(folder);
await build({
  entryPoints: [`${name}.ts`],
  outfile,
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  plugins: [listsModule],
  logLevel: "warning",
});
const args = isTest ? ["--test", outfile] : [outfile, ...process.argv.slice(2)];
process.exit(spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1);
