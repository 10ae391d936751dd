/**
 * Lighthouse's performance score of the form's first page, with its own emulation of a mid-range
 * phone.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { launchOptions } from "../src/chromium";

// The bench runs in its own folder, and only its recipe installs Lighthouse there.
const program = resolve("lighthouse/node_modules/lighthouse/cli/index.js");

export interface Score {
  /** The score, of at most 100. */
  performance: number;
  /** First paint, largest paint, blocking time …, in Lighthouse's words. */
  metrics: string[];
}

interface Report {
  categories: { performance: { score: number | null } };
  audits: Record<string, { title: string; displayValue?: string }>;
  runtimeError?: { message: string };
}

const metrics = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "total-blocking-time",
  "cumulative-layout-shift",
  "speed-index",
];

export async function scoreOf(url: string): Promise<Score> {
  const folder = await mkdtemp(join(tmpdir(), "enmusubi-lighthouse-"));
  const file = join(folder, "report.json");
  try {
    await promisify(execFile)(
      process.execPath,
      [
        program,
        url,
        "--only-categories=performance",
        "--output=json",
        `--output-path=${file}`,
        `--chrome-flags=${launchOptions.args.join(" ")}`,
        "--quiet",
      ],
      { env: { ...process.env, CHROME_PATH: launchOptions.executablePath } },
    );
    const report = JSON.parse(await readFile(file, "utf8")) as Report;
    const { score } = report.categories.performance;
    if (score === null) throw new Error(report.runtimeError?.message ?? "Lighthouse gave no score");
    const audits = metrics.map((id) => report.audits[id]).filter((audit) => audit !== undefined);
    return {
      performance: Math.round(score * 100),
      metrics: audits.map(({ title, displayValue }) => `${title} ${displayValue ?? "–"}`),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
