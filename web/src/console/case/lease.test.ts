import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "#/api/error";
import { CaseConflict } from "#/api/review-client";
import { Lease } from "./lease";

const minuteMs = 60_000;
const renew = vi.fn<() => Promise<string>>();
let lease: Lease;
let stop = () => {};
let visibility: DocumentVisibilityState = "visible";

const soon = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString();
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const use = () => window.dispatchEvent(new Event("pointerdown"));

function setVisibility(state: DocumentVisibilityState) {
  visibility = state;
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Lets time pass while the reviewer works. */
async function work(ms: number) {
  for (let passed = 0; passed < ms; passed += minuteMs) {
    use();
    await pass(Math.min(minuteMs, ms - passed));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "info").mockReturnValue();
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  visibility = "visible";
  renew.mockReset().mockImplementation(async () => soon(10));
  lease = new Lease({ id: 7, fence: 3, version: 1, leaseUntil: soon(10) }, renew);
  stop = lease.start();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a claim", () => {
  it("is renewed every two and a half minutes while the reviewer works", async () => {
    await work(60 * minuteMs);
    expect(renew.mock.calls.length).toBeGreaterThanOrEqual(20);
    expect(renew.mock.calls.length).toBeLessThanOrEqual(24);
    expect(lease.getState()).toMatchObject({ kind: "held", isEnding: false });
  });

  it("ends if the reviewer does not use the page for five minutes, and the page says so first", async () => {
    await pass(5 * minuteMs + 6_000);
    const nRenewed = renew.mock.calls.length;
    expect(lease.getState()).toMatchObject({ kind: "held", isEnding: true });
    await pass(20 * minuteMs);
    expect(renew).toHaveBeenCalledTimes(nRenewed);
    expect(lease.getState()).toEqual({ kind: "lapsed" });
  });

  it("ends after the page was hidden for two minutes", async () => {
    await work(minuteMs);
    setVisibility("hidden");
    await pass(2 * minuteMs + 6_000);
    expect(lease.getState()).toMatchObject({ isEnding: true });
    const nRenewed = renew.mock.calls.length;
    await pass(11 * minuteMs);
    expect(renew).toHaveBeenCalledTimes(nRenewed);
    expect(lease.getState()).toEqual({ kind: "lapsed" });
  });

  it("is renewed at once when the reviewer comes back in time", async () => {
    setVisibility("hidden");
    await pass(4 * minuteMs);
    expect(lease.getState()).toMatchObject({ isEnding: true });
    const nRenewed = renew.mock.calls.length;
    setVisibility("visible");
    await pass(0);
    expect(renew).toHaveBeenCalledTimes(nRenewed + 1);
    expect(lease.getState()).toMatchObject({ kind: "held", isEnding: false });
  });

  it("is over for a reviewer who comes back too late, although no timer ran meanwhile", async () => {
    setVisibility("hidden");
    vi.setSystemTime(Date.now() + 11 * minuteMs);
    setVisibility("visible");
    expect(lease.getState()).toEqual({ kind: "lapsed" });
    expect(renew).not.toHaveBeenCalled();
  });

  it("is lost with the name of the reviewer who has it", async () => {
    const standing = {
      state: "OPEN",
      holder: "Mei",
      leaseUntil: soon(9),
      decidedBy: null,
      decidedAt: null,
    } as const;
    const refused = new ApiError(409, "E004", "a reason");
    renew.mockRejectedValue(new CaseConflict(standing, refused));
    await work(3 * minuteMs);
    expect(lease.getState()).toEqual({ kind: "lost", standing });
    await work(10 * minuteMs);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it("is tried again 15 seconds after a renewal without an answer", async () => {
    renew.mockRejectedValueOnce(new NetworkError("no answer"));
    await work(2.5 * minuteMs);
    expect(renew).toHaveBeenCalledTimes(1);
    use();
    await pass(10_000);
    expect(renew).toHaveBeenCalledTimes(1);
    await pass(10_000);
    expect(renew).toHaveBeenCalledTimes(2);
    expect(lease.getState()).toMatchObject({ kind: "held" });
  });

  it("is left alone once the page of the case is gone", async () => {
    stop();
    await work(30 * minuteMs);
    expect(renew).not.toHaveBeenCalled();
  });
});
