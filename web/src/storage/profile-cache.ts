/** The last known profile of the person, in IndexedDB, for when there is no network. */
import { createStore, del, get, set } from "idb-keyval";
import { databaseExists } from "./database";

const name = "enmusubi-profile";
const store = () => createStore(name, "profile");

/** Returns the cached profile, or null if there is none or the browser has no database. */
export async function readProfile(userId: string): Promise<unknown> {
  try {
    return ((await databaseExists(name)) && (await get(userId, store()))) || null;
  } catch {
    return null;
  }
}

/** Caches the profile. If the browser refuses, only the view without a network is lost. */
export async function writeProfile(userId: string, profile: unknown): Promise<void> {
  await quietly(() => set(userId, profile, store()));
}

export async function removeProfile(userId: string): Promise<void> {
  await quietly(async () => {
    if (await databaseExists(name)) await del(userId, store());
  });
}

/** Ignores failures. A blocked IndexedDB throws before it returns a promise, so this awaits a call. */
async function quietly(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch {
    // The browser refuses to store.
  }
}
