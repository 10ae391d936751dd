import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findConfig } from "../lib/config";
import { testConfig } from "../lib/config.testing";

vi.mock("../lib/config");

const sent: { level: string; message: string }[] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: 1_000_000 });
  sent.length = 0;
  answer = async () => new Response(null, { status: 204 });
  vi.stubGlobal("fetch", (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return answer();
  });
  for (const method of ["error", "warn", "info", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation(() => undefined);
  }
  vi.mocked(findConfig).mockReturnValue(testConfig);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the logger", () => {
  it("sends what is bad and keeps the rest on the device", async () => {
    const { logger, recentLines } = await import("./logger");
    logger.info("started");
    logger.warn("an icon did not load");
    logger.error("broken");
    expect(sent).toEqual([
      { level: "warn", message: "an icon did not load" },
      { level: "error", message: "broken" },
    ]);
    expect(recentLines().map(({ message }) => message)).toEqual([
      "started",
      "an icon did not load",
      "broken",
    ]);
  });

  it("tells a repeated line five times, and then how often it came", async () => {
    const { logger } = await import("./logger");
    for (let times = 0; times < 12; times += 1) {
      logger.error("again");
      vi.advanceTimersByTime(100);
    }
    expect(sent.map(({ message }) => message)).toEqual(Array(5).fill("again"));
    vi.advanceTimersByTime(1000);
    expect(sent.at(-1)?.message).toBe("again (repeated 7 times)");
    expect(sent).toHaveLength(6);
  });

  it("takes the same line for news after a second, or after another line", async () => {
    const { logger } = await import("./logger");
    for (let times = 0; times < 8; times += 1) {
      logger.error("slow");
      vi.advanceTimersByTime(1000);
    }
    expect(sent).toHaveLength(8);
    for (let times = 0; times < 8; times += 1) {
      logger.error("one");
      logger.error("other");
    }
    expect(sent).toHaveLength(24);
  });

  it("goes on without the server, and leaves it alone for half a minute", async () => {
    const { logger } = await import("./logger");
    answer = async () => new Response(null, { status: 429 });
    logger.error("first");
    await vi.advanceTimersByTimeAsync(0);
    logger.error("second");
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(30_000);
    logger.error("third");
    expect(sent).toHaveLength(2);
  });

  it("sends nothing before it knows where to", async () => {
    vi.mocked(findConfig).mockReturnValue(null);
    const { logger } = await import("./logger");
    logger.error("too early");
    expect(sent).toEqual([]);
  });
});
