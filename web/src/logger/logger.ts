/** Logs to the console and to a list in memory, and sends errors and warnings to the server. */
import createClient from "openapi-fetch";
import type { paths } from "#/api/schema";
import { findConfig } from "#/lib/config";
import { redact } from "./redact";

type LogLevel =
  | "fatal"
  | "error"
  | "warn"
  | "log"
  | "info"
  | "success"
  | "debug"
  | "trace"
  | "verbose";

interface LogLine {
  level: LogLevel;
  message: string;
  atMs: number;
}

/** An equal line within this time is a repeat. The console shows only the first repeats. */
const throttleMs = 1000;
const shownRepeats = 5;
const rememberedLines = 50;
const sentLevels: readonly LogLevel[] = ["fatal", "error", "warn"];
/** The pause in sending lines after the server refused a line or did not answer. */
const pauseMs = 30_000;

let last: { line: LogLine; repeats: number } | undefined;
let flushTimer: ReturnType<typeof setTimeout> | undefined;
let lines: readonly LogLine[] = [];
let pausedUntilMs = 0;

/** A message says what happened, and must not name a person. */
export const logger = {
  fatal: (message: string) => log("fatal", message),
  error: (message: string) => log("error", message),
  warn: (message: string) => log("warn", message),
  info: (message: string) => log("info", message),
  success: (message: string) => log("success", message),
  debug: (message: string) => log("debug", message),
};

export function recentLines(): readonly LogLine[] {
  return lines;
}

export function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

export function logUncaught(): void {
  window.addEventListener("error", ({ error, message }) =>
    log("error", error ? describe(error) : message),
  );
  window.addEventListener("unhandledrejection", ({ reason }) => log("error", describe(reason)));
}

function log(level: LogLevel, message: string): void {
  const line = { level, message: redact(message), atMs: Date.now() };
  if (last && isRepeat(last.line, line)) {
    last.repeats += 1;
    last.line = line;
    if (last.repeats >= shownRepeats) {
      scheduleFlush();
      return;
    }
  } else {
    flushRepeats();
    last = { line, repeats: 0 };
  }
  emit(line);
}

function isRepeat(earlier: LogLine, line: LogLine): boolean {
  const isSame = earlier.level === line.level && earlier.message === line.message;
  return isSame && line.atMs - earlier.atMs < throttleMs;
}

function scheduleFlush(): void {
  clearTimeout(flushTimer);
  flushTimer = setTimeout(flushRepeats, throttleMs);
}

function flushRepeats(): void {
  clearTimeout(flushTimer);
  if (last && last.repeats >= shownRepeats) {
    const hidden = last.repeats - shownRepeats + 1;
    emit({ ...last.line, message: `${last.line.message} (repeated ${hidden} times)` });
  }
  last = undefined;
}

const consoleMethods: Partial<Record<LogLevel, "error" | "warn" | "debug">> = {
  fatal: "error",
  error: "error",
  warn: "warn",
  debug: "debug",
  trace: "debug",
  verbose: "debug",
};

function emit(line: LogLine): void {
  lines = [...lines, line].slice(-rememberedLines);
  console[consoleMethods[line.level] ?? "info"](`[${line.level}] ${line.message}`);
  if (sentLevels.includes(line.level)) void send(line);
}

/**
 * Sends the line to the server, unless the configuration is not loaded yet or a call failed less than `pauseMs` ago. A
 * failure goes to the console only, because logging it here would send another line.
 */
async function send({ level, message }: LogLine): Promise<void> {
  const config = findConfig();
  if (!config || Date.now() < pausedUntilMs) return;
  try {
    const client = createClient<paths>({ baseUrl: config.apiServerPath });
    // The page may be closing because of this error. With `keepalive`, the browser finishes the call even after that.
    const { response } = await client.POST("/logger", {
      body: { message, level },
      keepalive: true,
    });
    if (!response.ok) throw new Error(`the logger answered ${response.status}`);
  } catch (error) {
    pausedUntilMs = Date.now() + pauseMs;
    console.warn("a log line could not be sent", error);
  }
}
