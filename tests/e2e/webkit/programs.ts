/** Starts the programs of a WebKit test: a screen without a monitor, WebKit's driver, and its browser. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Builder, Capabilities, type WebDriver } from "selenium-webdriver";
import { freePort, waitForAnswer } from "../server";

/** Starts the screen on which all browsers of a run draw, and returns a function that ends it. */
export async function startScreen(): Promise<() => Promise<void>> {
  // The program chooses a number that is free, and prints it.
  const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "800x900x24"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = await once(screen.stdout, "data");
  process.env.DISPLAY = `:${String(number).trim()}`;
  return () => end(screen);
}

/** The words of `browser.py`; with `unawaited`, the driver does not wait for the end of a navigation. */
export type Word = "uncached" | "unkept" | "unawaited";

export interface Driver {
  /** Opens a browser that stores the data of sites in this folder. A driver has one browser at a time. */
  open: (folder: string, ...words: Word[]) => Promise<WebDriver>;
  stop: () => Promise<void>;
}

export async function startDriver(): Promise<Driver> {
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    env: {
      ...process.env,
      // A container has no graphics card, and no right to make the namespaces of the sandbox.
      LIBGL_ALWAYS_SOFTWARE: "1",
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitForAnswer(`${url}/status`, driver);
  return {
    open: (folder, ...words) =>
      new Builder()
        .usingServer(url)
        .withCapabilities(
          new Capabilities({
            browserName: "Enmusubi",
            pageLoadStrategy: words.includes("unawaited") ? "none" : "normal",
            "webkitgtk:browserOptions": {
              binary: "/usr/bin/env",
              args: ["python3", join(import.meta.dirname, "browser.py"), folder, ...words],
            },
          }),
        )
        .build(),
    stop: () => end(driver),
  };
}

/** Makes a folder for the data of sites, and returns it with a function that deletes it. */
export async function makeProfile(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "enmusubi-webkit-"));
  // The browser's processes may still write while they end.
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
  return { folder, remove };
}

async function end(program: ChildProcess): Promise<void> {
  const ended = once(program, "exit");
  program.kill("SIGTERM");
  await ended;
}
