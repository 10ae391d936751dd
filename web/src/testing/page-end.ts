/**
 * Ends the page of a test as a browser does: what was drawn goes with the test, and the timers go with the file. Otherwise,
 * they would look for a document that Vitest has already taken away, and an error after the last test fails the whole run.
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
  // React draws the last change of a store in the next turn.
  await new Promise(setImmediate);
});
