/**
 * The texts that a member has written and the server does not have yet: in IndexedDB, or in memory if
 * the browser refuses. Each is a record of its own, so that two windows never overwrite each other's.
 */
import { createStore, del, delMany, get, keys, set, values } from "idb-keyval";
import { databaseExists } from "./database";

const name = "enmusubi-unsent";
const store = () => createStore(name, "unsent");

/** The records that the browser refused to store, by key. They live until the page closes. */
const memory = new Map<string, unknown>();

const keyOf = (account: string, id: string) => `${account}:${id}`;

/** Returns the record, or null if there is none. */
export async function readUnsent(account: string, id: string): Promise<unknown> {
  const key = keyOf(account, id);
  if (memory.has(key)) return memory.get(key);
  return await tryTo(
    async () => ((await databaseExists(name)) && (await get(key, store()))) || null,
  );
}

/** Returns all records of the account, in no order. */
export async function listUnsent(account: string): Promise<unknown[]> {
  const isOwn = (key: string) => key.startsWith(`${account}:`);
  const stored = await tryTo(async () => {
    if (!(await databaseExists(name))) return [];
    const [allKeys, all] = await Promise.all([keys<string>(store()), values(store())]);
    const isLatest = (key: string) => isOwn(key) && !memory.has(key);
    return all.filter((_, index) => isLatest(allKeys[index] ?? ""));
  });
  const held = Array.from(memory).flatMap(([key, value]) => (isOwn(key) ? [value] : []));
  return [...(stored ?? []), ...held];
}

/** Stores the record. Returns false if it will not survive a reload. */
export async function writeUnsent(account: string, id: string, value: unknown): Promise<boolean> {
  const key = keyOf(account, id);
  const isStored = await tryTo(async () => {
    await set(key, value, store());
    return true;
  });
  if (isStored) memory.delete(key);
  else memory.set(key, value);
  return isStored === true;
}

export async function removeUnsent(account: string, id: string): Promise<void> {
  const key = keyOf(account, id);
  memory.delete(key);
  await tryTo(async () => {
    if (await databaseExists(name)) await del(key, store());
  });
}

/** Deletes all records of the account. */
export async function removeAllUnsent(account: string): Promise<void> {
  const isOwn = (key: string) => key.startsWith(`${account}:`);
  for (const key of memory.keys()) if (isOwn(key)) memory.delete(key);
  await tryTo(async () => {
    if (!(await databaseExists(name))) return;
    const all = await keys<string>(store());
    await delMany(all.filter(isOwn), store());
  });
}

/** Returns null if the browser refuses. A blocked IndexedDB throws before it returns a promise. */
async function tryTo<Value>(access: () => Promise<Value>): Promise<Value | null> {
  try {
    return await access();
  } catch {
    return null;
  }
}
