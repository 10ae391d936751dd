import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TabLock, type WorkTransfer } from "./tab-lock";
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
async function openWindow(transfer?: WorkTransfer) {
  const lock = new TabLock("form:U1", transfer);
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

test("the owner stores its work before the other window takes the lock over", async () => {
  const first = await openWindow();
  const second = await openWindow();
  const events: string[] = [];
  first.lock.beforeRelease(async () => {
    events.push("storing");
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    events.push("stored");
  });
  for (const [name, { lock }] of Object.entries({ first, second }))
    lock.subscribe(() => events.push(`${name} ${lock.getState()}`));
  void second.lock.takeOver();
  await passes(4_000);
  expect(events).toEqual([
    "second waiting",
    "storing",
    "stored",
    "first elsewhere",
    "second owned",
    // The first one knows now that the lock was stolen, and queues for it.
    "first elsewhere",
    "first elsewhere",
  ]);
  second.close();
  await passes(200);
  expect(first.lock.getState()).toBe("owned");
});

test("the owner's work goes to the window that takes the lock, before that window may store", async () => {
  const collect = vi.fn(() => ({ draft: "typed a moment ago" }));
  const apply = vi.fn();
  const first = await openWindow({ collect, apply: vi.fn() });
  const second = await openWindow({ collect: vi.fn(), apply });
  expect([first.lock.mayStore, second.lock.mayStore]).toEqual([true, false]);
  first.lock.subscribe(() => {
    // The form stores its last change when it leaves the screen.
    if (first.lock.getState() === "elsewhere" && collect.mock.calls.length === 0)
      expect(first.lock.mayStore).toBe(true);
  });
  apply.mockImplementation(() => expect(second.lock.mayStore).toBe(false));
  void second.lock.takeOver();
  await passes(100);
  expect(apply).toHaveBeenCalledExactlyOnceWith({ draft: "typed a moment ago" });
  expect([first.lock.mayStore, second.lock.mayStore]).toEqual([false, true]);
  expect(first.lock.hasHandedOver).toBe(true);
  second.close();
  await passes(2_000);
  expect(first.lock.getState()).toBe("owned");
  expect(first.lock.hasHandedOver).toBe(false);
});

test("a page that is left may store until React has taken the form down", async () => {
  const { lock, close } = await openWindow();
  close();
  expect(lock.mayStore).toBe(true);
  await passes(0);
  expect(lock.mayStore).toBe(false);
});

test("an owner that reads the request too late does not store over the next window's work", async () => {
  const first = await openWindow();
  const second = await openWindow();
  const save = vi.fn();
  first.lock.beforeRelease(save);
  const heed = Reflect.get(first.lock, "heed") as (message: unknown) => void;
  Reflect.set(first.lock, "heed", (message: unknown) =>
    setTimeout(() => heed.call(first.lock, message), 900),
  );
  void second.lock.takeOver();
  await passes(950);
  expect(statesOf(first, second)).toEqual(["owned", "waiting"]);
  await passes(100);
  expect(statesOf(first, second)).toEqual(["elsewhere", "owned"]);
  expect(first.lock.mayStore).toBe(false);
  expect(save).not.toHaveBeenCalled();
});

test("a frozen owner does not keep another window from the lock", async () => {
  const first = await openWindow();
  const second = await openWindow();
  const save = vi.fn();
  first.lock.beforeRelease(save);
  // It hears nothing, as a window that a phone has frozen.
  Reflect.set(first.lock, "heed", () => undefined);
  void second.lock.takeOver();
  await passes(900);
  expect(statesOf(first, second)).toEqual(["owned", "waiting"]);
  await passes(200);
  expect(statesOf(first, second)).toEqual(["elsewhere", "owned"]);
  expect(first.lock.hasHandedOver).toBe(false);
  expect(save).not.toHaveBeenCalled();
});

test("an owner that fails to store hands the lock over all the same", async () => {
  const first = await openWindow();
  const second = await openWindow();
  first.lock.beforeRelease(() => Promise.reject(new Error("no room")));
  void second.lock.takeOver();
  await passes(100);
  expect(statesOf(first, second)).toEqual(["elsewhere", "owned"]);
});

test("an owner whose work cannot be cloned hands the lock over without it", async () => {
  const apply = vi.fn();
  const first = await openWindow({ collect: () => "too large", apply: vi.fn() });
  const second = await openWindow({ collect: vi.fn(), apply });
  const { postMessage } = BroadcastChannel.prototype;
  vi.spyOn(BroadcastChannel.prototype, "postMessage").mockImplementation(function (
    this: BroadcastChannel,
    message: { work?: unknown },
  ) {
    if (message.work === "too large") throw new DOMException("too large", "DataCloneError");
    postMessage.call(this, message);
  });
  void second.lock.takeOver();
  await passes(100);
  expect(apply).toHaveBeenCalledExactlyOnceWith(null);
  expect(first.lock.hasHandedOver).toBe(false);
  expect(statesOf(first, second)).toEqual(["elsewhere", "owned"]);
  await passes(2_000);
  second.close();
  await passes(200);
  expect(first.lock.getState()).toBe("owned");
});

test("a window that cannot read the owner's work takes the lock without it", async () => {
  const apply = () => {
    throw new TypeError("another shape");
  };
  const first = await openWindow({ collect: () => "work", apply });
  const second = await openWindow({ collect: vi.fn(), apply });
  void second.lock.takeOver();
  await passes(100);
  expect(statesOf(first, second)).toEqual(["elsewhere", "owned"]);
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
  expect(lock.mayStore).toBe(true);
});

test("a frozen page finds that another window has taken its lock", async () => {
  const { lock } = await openWindow();
  // The page hears of nothing while it is frozen.
  const heedFailure = vi
    .spyOn(lock as unknown as { heedFailure: () => void }, "heedFailure")
    .mockReturnValue();
  const forEver = () => new Promise(() => undefined);
  void navigator.locks.request("enmusubi:form:U1", { steal: true }, forEver);
  await passes(100);
  heedFailure.mockRestore();
  expect(lock.getState()).toBe("owned");
  showPage(true);
  await passes(1_000);
  expect(lock.getState()).toBe("elsewhere");
  expect(lock.mayStore).toBe(false);
});

test("the window that asked gets the lock, and not the one that waited longer", async () => {
  const [first, second, third] = [await openWindow(), await openWindow(), await openWindow()];
  void third.lock.takeOver();
  await passes(2_000);
  expect(statesOf(first, second, third)).toEqual(["elsewhere", "elsewhere", "owned"]);
  third.close();
  await passes(200);
  expect(statesOf(first, second).sort()).toEqual(["elsewhere", "owned"]);
});

test("the owner takes the lock back if the window that asked closes before it takes it", async () => {
  const first = await openWindow();
  const second = await openWindow();
  first.lock.beforeRelease(() => second.close());
  void second.lock.takeOver();
  await passes(100);
  expect(first.lock.getState()).toBe("elsewhere");
  await passes(2_000);
  expect(first.lock.getState()).toBe("owned");
});

test("the lock goes back and forth as often as the person wants", async () => {
  const first = await openWindow();
  const second = await openWindow();
  for (let nth = 0; nth < 3; nth += 1) {
    void second.lock.takeOver();
    await passes(2_000);
    expect(statesOf(first, second)).toEqual(["elsewhere", "owned"]);
    void first.lock.takeOver();
    await passes(2_000);
    expect(statesOf(first, second)).toEqual(["owned", "elsewhere"]);
  }
});

test("two accounts have a lock each", async () => {
  await openWindow();
  const other = new TabLock("form:U2");
  stops.push(other.start());
  await passes(0);
  expect(other.getState()).toBe("owned");
});

test.each([
  ["has no locks", undefined],
  [
    "refuses its locks",
    { request: () => Promise.reject(new DOMException("denied", "SecurityError")) },
  ],
])("a window of a browser that %s works as the only one", async (_, locks) => {
  vi.stubGlobal("navigator", { locks });
  const { lock } = await openWindow();
  expect(lock.getState()).toBe("unsupported");
  expect(lock.mayStore).toBe(true);
});

test("without channels between windows, a window takes the lock at once", async () => {
  const first = await openWindow();
  vi.stubGlobal("BroadcastChannel", undefined);
  const second = await openWindow();
  void second.lock.takeOver();
  await passes(0);
  expect(statesOf(first, second)).toEqual(["elsewhere", "owned"]);
});
