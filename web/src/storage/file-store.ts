/** The IndexedDB store of picked files: asked anew where a connection broke, left alone while silent. */
import { createStore, type UseStore } from "idb-keyval";
import { within } from "../lib/time-limit";

/** The store could not be asked: whether it has a file is not known. */
export class StoreOutOfReach extends Error {}

/** After a stay in the background, some WebKit versions never answer. */
const limitMs = 5_000;
/** One that did not answer twice is not waited for again so soon: every file would wait as long. */
const restMs = 60_000;

let connection: UseStore | undefined;
let isSilent = false;
let rest: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Calls `listener` when a store that was silent answers after all. */
export function whenBack(listener: () => void): void {
  listeners.add(listener);
}

/**
 * The store's answer, or `withoutStore` where the browser has none to ask. Throws a
 * `StoreOutOfReach`, and a `DOMException` where there is no room.
 */
export async function ask<Answer>(
  question: (files: UseStore) => Promise<Answer>,
  withoutStore: Answer,
): Promise<Answer> {
  if (isSilent) throw new StoreOutOfReach("it did not answer a moment ago");
  try {
    return await attempt(question, withoutStore);
  } catch (error) {
    if (isNamed(error, "QuotaExceededError")) throw error;
    // Once more with a new connection: WebKit closes them behind a page in the background.
    connection = undefined;
  }
  try {
    return await attempt(question, withoutStore);
  } catch (error) {
    if (isNamed(error, "QuotaExceededError")) throw error;
    connection = undefined;
    // What the browser refuses is told at once, as a DOMException.
    if (!(error instanceof DOMException)) fallSilent();
    throw new StoreOutOfReach("it did not answer", { cause: error });
  }
}

async function attempt<Answer>(
  question: (files: UseStore) => Promise<Answer>,
  withoutStore: Answer,
): Promise<Answer> {
  try {
    if (typeof indexedDB === "undefined") return withoutStore;
    connection ??= createStore("enmusubi:blobs", "files");
    const answer = question(connection);
    let isLate = false;
    answer.then(
      () => isLate && speakAgain(),
      () => undefined,
    );
    return await within(limitMs, answer).catch((error: unknown) => {
      isLate = true;
      throw error;
    });
  } catch (error) {
    if (isNamed(error, "SecurityError")) return withoutStore;
    throw error;
  }
}

function fallSilent(): void {
  isSilent = true;
  clearTimeout(rest);
  // A timer, because a clock may be put back.
  rest = setTimeout(() => {
    isSilent = false;
  }, restMs);
}

function speakAgain(): void {
  clearTimeout(rest);
  isSilent = false;
  for (const listener of listeners) listener();
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}
