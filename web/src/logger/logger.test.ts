import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";

const server = startFakeServer([
  api.post("/logger", async ({ request, response }) => {
    sent.push(await request.json());
    return response(204).empty();
  }),
]);
const sent: { level: string; message: string }[] = [];
const messages = () => sent.map(({ message }) => message);

/** Returns a logger without any lines, with the configuration of a page that has started. */
async function freshLogger({ hasConfig = true } = {}) {
  vi.resetModules();
  const { loadConfig } = await import("#/lib/config");
  if (hasConfig) await loadConfig();
  return await import("./logger");
}

/** Lets the requests that are under way arrive. */
const arrived = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  sent.length = 0;
  for (const method of ["error", "warn", "info", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation(() => undefined);
  }
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the logger", () => {
  it("sends bad lines and keeps the others on the device", async () => {
    const { logger, recentLines } = await freshLogger();
    logger.info("started");
    logger.warn("an icon did not load");
    logger.error("broken");
    await vi.waitFor(() =>
      expect(sent).toEqual([
        { level: "warn", message: "an icon did not load" },
        { level: "error", message: "broken" },
      ]),
    );
    expect(recentLines().map(({ message }) => message)).toEqual([
      "started",
      "an icon did not load",
      "broken",
    ]);
  });

  it("shows a repeated line five times, and then the number of repeats", async () => {
    const { logger } = await freshLogger();
    for (let times = 0; times < 12; times += 1) {
      logger.error("again");
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.waitFor(() => expect(messages()).toEqual(Array(5).fill("again")));
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitFor(() => expect(sent).toHaveLength(6));
    expect(messages().at(-1)).toBe("again (repeated 7 times)");
  });

  it("counts the same line as news after a second, and after another line", async () => {
    const { logger } = await freshLogger();
    for (let times = 0; times < 8; times += 1) {
      logger.error("slow");
      await vi.advanceTimersByTimeAsync(1000);
    }
    await vi.waitFor(() => expect(sent).toHaveLength(8));
    for (let times = 0; times < 8; times += 1) {
      logger.error("one");
      logger.error("other");
    }
    await vi.waitFor(() => expect(sent).toHaveLength(24));
  });

  it("sends nothing for half a minute after the server refused a line", async () => {
    const { logger } = await freshLogger();
    server.use(api.post("/logger", refuse(429, "E005")));
    logger.error("first");
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalledTimes(1));
    logger.error("second");
    await arrived();
    expect(server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(30_000);
    logger.error("third");
    await vi.waitFor(() => expect(server.requests).toHaveLength(2));
  });

  it("sends nothing before the configuration is loaded", async () => {
    const { logger } = await freshLogger({ hasConfig: false });
    logger.error("too early");
    await arrived();
    expect(server.requests).toEqual([]);
  });
});
