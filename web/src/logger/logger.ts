/** Log lines in the manner of consola: to the console, to a short memory, and the bad ones to the server. */
import { redact } from "./redact";
import { sendLine } from "./send-line";

export type LogLevel =
  | "fatal"
  | "error"
  | "warn"
  | "log"
  | "info"
  | "success"
  | "debug"
  | "trace"
  | "verbose";

export interface LogLine {
  level: LogLevel;
  message: string;
  atMs: number;
}

/** Seed, section 9: the same line within so long is a repeat, and shown so often at most. */
const throttleMs = 1000;
const shownRepeats = 5;
/** For the dev page. */
const rememberedLines = 50;
const sentLevels: readonly LogLevel[] = ["fatal", "error", "warn"];

let last: { line: LogLine; repeats: number } | undefined;
let flushTimer: ReturnType<typeof setTimeout> | undefined;
let lines: readonly LogLine[] = [];

/** One method for each level. A message says what happened, and nothing of who it happened to. */
export const logger = {
  fatal: (message: string) => log("fatal", message),
  error: (message: string) => log("error", message),
  warn: (message: string) => log("warn", message),
  info: (message: string) => log("info", message),
  success: (message: string) => log("success", message),
  debug: (message: string) => log("debug", message),
};

/** The latest lines, the oldest first. */
export function recentLines(): readonly LogLine[] {
  return lines;
}

/** What may be said of something thrown. */
export function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** Logs what nobody caught. */
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
      waitForMore();
      return;
    }
  } else {
    tellRepeats();
    last = { line, repeats: 0 };
  }
  emit(line);
}

function isRepeat(earlier: LogLine, line: LogLine): boolean {
  const isSame = earlier.level === line.level && earlier.message === line.message;
  return isSame && line.atMs - earlier.atMs < throttleMs;
}

function waitForMore(): void {
  clearTimeout(flushTimer);
  flushTimer = setTimeout(tellRepeats, throttleMs);
}

/** Says how often a line came that was not shown every time. */
function tellRepeats(): void {
  clearTimeout(flushTimer);
  if (last && last.repeats >= shownRepeats) {
    const unseen = last.repeats - shownRepeats + 1;
    emit({ ...last.line, message: `${last.line.message} (repeated ${unseen} times)` });
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
  if (sentLevels.includes(line.level)) void sendLine(line.level, line.message);
}
