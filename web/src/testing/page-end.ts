/**
 * Ends the page of a test as a browser does: unmounts components after each test, and clears timers after the
 * last test of a file. A timer that fires later would look for a document that Vitest has removed, and its
 * error would fail the whole run.
 */
import { cleanup } from "@testing-library/react";
import { afterAll, afterEach } from "vitest";

const timers = new Set<ReturnType<typeof setTimeout>>();

function remembered<Start extends typeof setTimeout | typeof setInterval>(start: Start): Start {
  const startRemembered = (...given: Parameters<Start>) => {
    const timer = Reflect.apply(start, globalThis, given);
    timers.add(timer);
    return timer;
  };
  return Object.assign(startRemembered, start);
}

globalThis.setTimeout = remembered(setTimeout);
globalThis.setInterval = remembered(setInterval);

afterEach(cleanup);
afterAll(async () => {
  for (const timer of timers) clearTimeout(timer);
  // React draws the last change of a store in the next turn of the event loop, so wait for it.
  await new Promise(setImmediate);
});
