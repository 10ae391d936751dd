/** The options for starting Chromium from TypeScript, with the same flags as in `wasm/run-tests.mjs`. */
import { accessSync, constants } from "node:fs";
import { delimiter, resolve } from "node:path";
import chromium from "./chromium.json" with { type: "json" };

/**
 * The headless shell draws no window, so that the journeys need two thirds of the processor time of a
 * whole Chromium. `tests/run.py` has the other names.
 */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

export const launchOptions = {
  executablePath: findProgram(process.env.CHROMIUM ? [process.env.CHROMIUM] : names),
  args: chromium.args,
};

/** Returns the path of the first of these programs that is there, or undefined. */
function findProgram(candidates: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = candidates.flatMap((name) => folders.map((folder) => resolve(folder, name)));
  return paths.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
