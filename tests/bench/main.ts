/**
 * Measures the core against zod, valibot and ajv in one run and prints one table.
 *
 * BENCH_QUICK=1 for a try; BENCH_NATIVE (or the first argument) is a JSON file of native rows,
 * from here or with its whole path:
 * `[{"name": "core", "document": "all wrong", "microseconds": 3.2}, …]`.
 */
import { readFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Bytes, bundleAll, makeOutput, measureBytes, output } from "./bundle";
import { startBrowser, timeCold, timeWarm } from "./chromium";
import { type Name, names } from "./contender";
import { serve } from "./server";
import { bytesLines, coldLines, nativeTable, table, warmLines } from "./table";
import { type Pace, timeAll } from "./warm";

const isQuick = process.env.BENCH_QUICK === "1";
// Short samples, so that on a busy machine most of them pass without an interruption.
const pace: Pace = isQuick
  ? { rounds: 31, sampleMs: 1, warmMs: 50 }
  : { rounds: 401, sampleMs: 1, warmMs: 400 };
const coldTimes = isQuick ? 3 : 21;

const progress = (message: string) => process.stderr.write(`${message} …\n`);

progress("bundling");
await makeOutput();
await bundleAll();
const bytes = new Map<Name, Bytes>();
for (const name of names) bytes.set(name, await measureBytes(name));

progress("timing in Node");
const inNode = await timeAll(
  (name) => import(pathToFileURL(join(output, "node", `${name}.mjs`)).href),
  pace,
);

const bench = await serve();
const browser = await startBrowser();
const version = browser.version();
progress("timing in Chromium");
const inChromium = await timeWarm(browser, bench, pace);
progress("timing cold starts");
const cold = await timeCold(browser, bench, coldTimes);
await browser.close();
bench.close();

const nativeFile = process.env.BENCH_NATIVE || process.argv[2];
const native = nativeFile ? [nativeTable(JSON.parse(await readFile(nativeFile, "utf8")))] : [];

const manifest = JSON.parse(await readFile("package.json", "utf8"));
const versions = ["zod", "valibot", "ajv"].map(
  (name) => `${name} ${manifest.devDependencies[name]}`,
);
const about = [
  `${versions.join(", ")}; Node ${process.versions.node}, Chromium ${version}; ${cpus().length} × ${cpus()[0]?.model}`,
  `"ours": what "core, object" takes as a multiple of the column before; below 1 the core is better.`,
  `Warm: median of ${pace.rounds} interleaved rounds, a call. Cold: CPU 4× slower, from the first fetch of the`,
  `contender's own to the full answer about a form that is all wrong; median of ${coldTimes}, interleaved, fresh contexts.`,
  ...(isQuick ? ["A quick try: not to be quoted."] : []),
];
const lines = [
  ...warmLines("Chromium", inChromium),
  ...warmLines("Node", inNode),
  ...bytesLines(bytes),
  ...coldLines(cold),
];
console.log(["", ...about, "", table(lines), ...native].join("\n"));
