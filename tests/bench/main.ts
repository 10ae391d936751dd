/**
 * Measures the core against zod, valibot and ajv in a run and prints a table.
 *
 * BENCH_QUICK=1 makes a quick try. The first argument is the program of `native/`, which times the core and
 * serde_json on the same documents. Without it the table has no native lines.
 */
import { readFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Bytes, bundleAll, makeOutput, measureBytes, output } from "./bundle";
import { startBrowser, timeCold, timeWarm } from "./chromium";
import { type Name, names } from "./contender";
import { nativeLines, timeNative } from "./native";
import { serve } from "./server";
import { bytesLines, coldLines, table, warmLines } from "./table";
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

const program = process.argv[2];
if (program) progress("timing natively");
const native = program ? nativeLines(await timeNative(program, isQuick)) : [];

const manifest = JSON.parse(await readFile("package.json", "utf8"));
const versions = ["zod", "valibot", "ajv"].map(
  (name) => `${name} ${manifest.devDependencies[name]}`,
);
const about = [
  `${versions.join(", ")}; Node ${process.versions.node}, Chromium ${version}; ${cpus().length} × ${cpus()[0]?.model}`,
  `"ours": what "core, object" takes as a multiple of the column before; below 1 the core is better.`,
  `Warm: median of ${pace.rounds} interleaved rounds, a call. Cold: CPU 4× slower, from the first fetch of the`,
  `contender's own to the full answer about a form that is all wrong; median of ${coldTimes}, interleaved, fresh contexts.`,
  ...(isQuick ? ["A quick try: do not quote these figures."] : []),
];
const lines = [
  ...warmLines("Chromium", inChromium),
  ...warmLines("Node", inNode),
  ...bytesLines(bytes),
  ...coldLines(cold),
];
console.log(["", ...about, "", table(lines), "", ...native].join("\n"));
