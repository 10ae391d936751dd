/** Starts our server on a free port with an empty database, with the mock LIFF or beside a stand-in for LINE. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { botId, channelSecret, type Line, liffId } from "./line";

const top = resolve(import.meta.dirname, "../..");
const program = resolve(top, process.env.ENMUSUBI_SERVER ?? "target/debug/enmusubi-server");

export interface TestServer {
  /** The address of the app, without a slash at the end. */
  url: string;
  /** Runs a subcommand beside the server, as an operator does, and returns its output. */
  run: (...words: string[]) => Promise<string>;
  stop: () => Promise<void>;
}

/**
 * Starts a server with `settings` in its environment. With `line` the page uses LINE's real SDK,
 * without it the mock for developers. Passkeys need a host with a name: `localhost`.
 */
export async function startServer(
  line?: Line,
  settings: Record<string, string> = {},
  host: "127.0.0.1" | "localhost" = "127.0.0.1",
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), "enmusubi-e2e-"));
  const port = await freePort();
  const url = `http://${host}:${port}`;
  const environment = {
    PATH: process.env.PATH ?? "",
    ...(line ? settingsFor(line) : { MOCK_ENABLE: "true" }),
    LISTEN: `127.0.0.1:${port}`,
    PUBLIC_BASE_URL: url,
    DATABASE_URL: `sqlite://${folder}/enmusubi.db`,
    STORAGE_URL: `file://${folder}/blobs`,
    RATE_LIMIT: "off",
    WEB_ROOT: resolve(top, process.env.WEB_ROOT ?? "web/dist"),
    ...settings,
  };
  const log: string[] = [];
  const server = spawn(program, ["serve"], { env: environment, cwd: folder });
  server.stdout.on("data", (text) => log.push(String(text)));
  server.stderr.on("data", (text) => log.push(String(text)));
  server.on("error", (error) => log.push(String(error)));
  await waitForAnswer(`${url}/healthz`, server, log);
  return {
    url,
    run: async (...words) => {
      const { stdout } = await promisify(execFile)(program, words, {
        env: environment,
        cwd: folder,
        // A command that hangs fails by its own name, and not as the time-out of its journey.
        timeout: 60_000,
      });
      return stdout;
    },
    stop: async () => {
      const ended = new Promise((done) => server.once("exit", done));
      server.kill("SIGTERM");
      await Promise.race([ended, wait(5_000)]);
      server.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const settingsFor = (line: Line) => ({
  LIFF_ID: liffId,
  LINE_CHANNEL_ID: liffId.split("-", 1)[0] ?? "",
  LINE_CHANNEL_SECRET: channelSecret,
  LINE_BOT_ID: botId,
  LINE_API_BASE: line.base,
});

/** Waits until a program that was just started answers at this address. Throws with what the program has printed. */
export async function waitForAnswer(
  url: string,
  program: ChildProcess,
  log: readonly string[] = [],
): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    if (program.exitCode !== null) break;
    await wait(100);
  }
  throw new Error(`${program.spawnfile} does not answer:\n${log.join("")}`);
}

/** Finds a port of the loopback interface that no program uses. */
export function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });
}
