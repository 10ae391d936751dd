/**
 * Compares the image proxy's function with sharp, on the same files and with one thread each:
 * `node run.mjs images PROGRAM [ROUNDS]`. Both take turns, and the figures are medians. The quality is measured
 * against a lossless picture that sharp makes from the stored one.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import sharp from "sharp";
import { digits, layOut } from "./table";

const [program, rounds = "41"] = process.argv.slice(3);
if (!program) throw new Error("expected the path of the program");

const nRounds = Number(rounds);
const widthPx = 720;
const quality = 80;

sharp.cache(false);
sharp.concurrency(1);

const folder = mkdtempSync(join(tmpdir(), "bench-images-"));
const at = (name: string) => join(folder, name);

interface Case {
  title: string;
  ours: string;
  theirs: string;
  format: "webp" | "jpeg";
}

// The server always makes variants from the stored file. The first row is therefore the important
// one: a phone's photo is stored with a width of 2,048 px.
const cases: Case[] = (["webp", "jpeg"] as const).flatMap((format) => [
  { title: `stored (2,048 px) to ${format}`, ours: "stored.jpg", theirs: "stored.jpg", format },
  {
    title: `12 megapixels to ${format}`,
    ours: "12-megapixels.jpg",
    theirs: "12-megapixels.jpg",
    format,
  },
  {
    title: `12 megapixels to ${format}, ours as stored`,
    ours: "stored.jpg",
    theirs: "12-megapixels.jpg",
    format,
  },
]);

const renderer = spawn(program, [folder], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: renderer.stdout })[Symbol.asyncIterator]();
const answer = async () => String((await answers.next()).value);

async function ours({ ours, format }: Case): Promise<number> {
  const modifiers = `f_${format},w_${widthPx},q_${quality}`;
  renderer.stdin.write(`${at(ours)} ${modifiers} ${at("ours")}\n`);
  return Number(await answer()) / 1e6;
}

async function theirs({ theirs, format }: Case): Promise<number> {
  const bytes = readFileSync(at(theirs));
  const started = performance.now();
  const picture = sharp(bytes).resize(widthPx);
  const made = await (format === "webp"
    ? picture.webp({ quality })
    : picture.jpeg({ quality })
  ).toBuffer();
  const milliseconds = performance.now() - started;
  writeFileSync(at("theirs"), made);
  return milliseconds;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Returns PSNR and SSIM of the two lossless pictures. */
async function nearness(name: string, source: string): Promise<string> {
  await sharp(readFileSync(at(source)))
    .resize(widthPx)
    .png()
    .toFile(at("reference.png"));
  await sharp(readFileSync(at(name)))
    .png()
    .toFile(at("made.png"));
  const printed = execFileSync(program as string, ["compare", at("reference.png"), at("made.png")]);
  const [psnr, ssim] = printed.toString().trim().split(" ");
  return `${ssim} (${psnr} dB)`;
}

try {
  if ((await answer()) !== "ready") throw new Error("the program made no photos");
  const rows = [];
  for (const tested of cases) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < nRounds; round++) {
      times[0].push(await ours(tested));
      times[1].push(await theirs(tested));
    }
    const [mine, other] = [median(times[0]), median(times[1])];
    const sizes = ["ours", "theirs"].map((name) => readFileSync(at(name)).length);
    rows.push([
      tested.title,
      digits(1000 / mine),
      digits(1000 / other),
      `${(other / mine).toFixed(2)}×`,
      ...sizes.map((size) => (size / 1000).toFixed(1)),
      await nearness("ours", tested.ours),
      await nearness("theirs", tested.theirs),
    ]);
  }
  const head = ["", "ours/s", "sharp/s", "ours", "kB", "sharp kB", "SSIM", "sharp SSIM"];
  console.log(`\n${widthPx} px wide, quality ${quality}, sharp ${sharp.versions.sharp}\n`);
  console.log(layOut([head, ...rows]));
} finally {
  renderer.stdin.end();
  rmSync(folder, { recursive: true });
}
