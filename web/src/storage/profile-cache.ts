/** The last known profile of the person, in IndexedDB, for when there is no network. */
import { createStore, del, get, set } from "idb-keyval";

const store = () => createStore("enmusubi-profile", "profile");

/** Null when nothing is kept or the browser keeps nothing. */
export async function readProfile(userId: string): Promise<unknown> {
  try {
    return (await get(userId, store())) ?? null;
  } catch {
    return null;
  }
}

/** Keeps it where the browser can; not keeping it loses nothing but a view without network. */
export async function writeProfile(userId: string, profile: unknown): Promise<void> {
  await quietly(() => set(userId, profile, store()));
}

export async function forgetProfile(userId: string): Promise<void> {
  await quietly(() => del(userId, store()));
}

/** Where IndexedDB is blocked the call itself throws, before there is a promise. */
async function quietly(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch {
    // The browser keeps nothing.
  }
}
