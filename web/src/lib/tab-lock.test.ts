import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TabLock } from "./tab-lock";
import { stubLocks } from "./tab-lock.testing";

const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  stubLocks();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A window that wants the lock, once the browser has answered it. */
async function openWindow() {
  const lock = new TabLock("form:U1");
  const close = lock.start();
  stops.push(close);
  await passes(300);
  return { lock, close };
}

const statesOf = (...windows: { lock: TabLock }[]) => windows.map(({ lock }) => lock.getState());

test("the only window owns the lock", async () => {
  const { lock } = await openWindow();
  expect(lock.getState()).toBe("owned");
  expect(lock.hasWaited).toBe(false);
});

test("a second window finds that the lock is elsewhere, and gets it when the first one closes", async () => {
  const first = await openWindow();
  const second = await openWindow();
  expect(statesOf(first, second)).toEqual(["owned", "elsewhere"]);
  first.close();
  // The last changes of localStorage arrive after the lock.
  await passes(100);
  expect(second.lock.getState()).toBe("elsewhere");
  await passes(100);
  expect(second.lock.getState()).toBe("owned");
  expect(second.lock.hasWaited).toBe(true);
});

test("a window that gives the lock up and asks again at once does not call itself elsewhere", async () => {
  const first = await openWindow();
  first.close();
  const states: string[] = [];
  const again = new TabLock("form:U1");
  again.subscribe(() => states.push(again.getState()));
  stops.push(again.start());
  await passes(1_000);
  expect(states).toEqual(["waiting", "owned"]);
});

test("a window that takes the lock over has it, and the other one stores nothing from then on", async () => {
  const first = await openWindow();
  const second = await openWindow();
  expect([first.lock.mayStore, second.lock.mayStore]).toEqual([true, false]);
  second.lock.takeOver();
  expect(second.lock.getState()).toBe("waiting");
  // The last changes of the first window arrive after the lock.
  await passes(100);
  expect([first.lock.mayStore, second.lock.mayStore]).toEqual([false, false]);
  await passes(100);
  expect(statesOf(first, second)).toEqual(["elsewhere", "owned"]);
  expect([first.lock.mayStore, second.lock.mayStore]).toEqual([false, true]);
  await passes(60_000);
  expect(statesOf(first, second)).toEqual(["elsewhere", "owned"]);
  second.close();
  await passes(200);
  expect(first.lock.getState()).toBe("owned");
});

test("the window that asked gets the lock, and not the one that waited longer", async () => {
  const [first, second, third] = [await openWindow(), await openWindow(), await openWindow()];
  third.lock.takeOver();
  await passes(2_000);
  expect(statesOf(first, second, third)).toEqual(["elsewhere", "elsewhere", "owned"]);
  third.close();
  await passes(200);
  expect(statesOf(first, second).sort()).toEqual(["elsewhere", "owned"]);
});

test("the lock goes back and forth as often as the person wants", async () => {
  const first = await openWindow();
  const second = await openWindow();
  for (let nth = 0; nth < 3; nth += 1) {
    second.lock.takeOver();
    await passes(500);
    expect(statesOf(first, second)).toEqual(["elsewhere", "owned"]);
    first.lock.takeOver();
    await passes(500);
    expect(statesOf(first, second)).toEqual(["owned", "elsewhere"]);
  }
});

test("a page that is left gives the lock up", async () => {
  const first = await openWindow();
  first.close();
  await passes(0);
  const second = await openWindow();
  expect(second.lock.getState()).toBe("owned");
});

/** The person goes back to the page, which the browser has frozen or only hidden. */
const showPage = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

test("a frozen page asks for the lock again before it may store", async () => {
  const { lock } = await openWindow();
  const states: string[] = [];
  lock.subscribe(() => states.push(lock.getState()));
  showPage(false);
  expect(lock.mayStore).toBe(true);
  showPage(true);
  expect(lock.mayStore).toBe(false);
  await passes(1_000);
  // The form opens again, because another window may have changed it.
  expect(states).toEqual(["waiting", "owned"]);
});

test("two accounts have a lock each", async () => {
  await openWindow();
  const other = new TabLock("form:U2");
  stops.push(other.start());
  await passes(0);
  expect(other.getState()).toBe("owned");
});

const refuse = () => Promise.reject(new DOMException("denied", "SecurityError"));

test.each([
  ["has no locks", undefined],
  ["refuses its locks", { request: refuse }],
  ["never answers", { request: () => new Promise(() => undefined) }],
])("in a browser that %s, a window works until it hears of another one", async (_, locks) => {
  vi.stubGlobal("navigator", { locks });
  const { lock } = await openWindow();
  await passes(3_000);
  expect(lock.getState()).toBe("unsupported");
  expect(lock.mayStore).toBe(true);
  lock.giveWay();
  expect(lock.getState()).toBe("elsewhere");
  expect(lock.mayStore).toBe(false);
  lock.takeOver();
  await passes(3_000);
  expect(lock.getState()).toBe("unsupported");
});

test("a browser that answers late still tells that another window has the lock", async () => {
  await openWindow();
  const { locks } = navigator;
  const request = async (...all: Parameters<LockManager["request"]>) => {
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    return await locks.request(...all);
  };
  vi.stubGlobal("navigator", { locks: { request } });
  const late = new TabLock("form:U1");
  stops.push(late.start());
  await passes(5_000);
  expect(late.getState()).toBe("unsupported");
  await passes(10_000);
  expect(late.getState()).toBe("elsewhere");
});

test("a window with the lock gives way to none that stores without it", async () => {
  const { lock } = await openWindow();
  lock.giveWay();
  expect(lock.getState()).toBe("owned");
});
