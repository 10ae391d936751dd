/** The last known answers of the server to an account, in IndexedDB, for when there is no network. */
import { createStore, del, delMany, get, keys, set } from "idb-keyval";
import { databaseExists } from "./database";

// The names of the first build that stored something here, which was the own profile alone.
const name = "enmusubi-profile";
const store = () => createStore(name, "profile");

export type AnswerName = `${string}/${string}`;

const keyOf = (account: string, answer: AnswerName) => `${account}:${answer}`;

/** Returns the stored answer, or null if there is none or the browser has no database. */
export async function readAnswer(account: string, answer: AnswerName): Promise<unknown> {
  return await read(keyOf(account, answer));
}

/** Returns the own profile that an earlier build stored, whose key was the account alone, or null. */
export async function readOldProfile(account: string): Promise<unknown> {
  return await read(account);
}

async function read(key: string): Promise<unknown> {
  try {
    return ((await databaseExists(name)) && (await get(key, store()))) || null;
  } catch {
    return null;
  }
}

/** Stores the answer. If the browser refuses, only the view without a network is lost. */
export async function writeAnswer(
  account: string,
  answer: AnswerName,
  value: unknown,
): Promise<void> {
  await quietly(() => set(keyOf(account, answer), value, store()));
}

/** Deletes one answer, such as the notes of a match that is over. */
export async function removeAnswer(account: string, answer: AnswerName): Promise<void> {
  await remove(keyOf(account, answer));
}

/** Deletes the own profile that an earlier build stored. */
export async function removeOldProfile(account: string): Promise<void> {
  await remove(account);
}

async function remove(key: string): Promise<void> {
  await quietly(async () => {
    if (await databaseExists(name)) await del(key, store());
  });
}

/** Deletes the answers whose names begin with `prefix`, except those of `kept`. */
export async function removeAnswersExcept(
  account: string,
  prefix: `${string}/`,
  kept: readonly AnswerName[],
): Promise<void> {
  await quietly(async () => {
    if (!(await databaseExists(name))) return;
    const keptKeys = kept.map((answer) => keyOf(account, answer));
    const all = await keys<string>(store());
    const gone = all.filter((key) => key.startsWith(`${account}:${prefix}`));
    await delMany(
      gone.filter((key) => !keptKeys.includes(key)),
      store(),
    );
  });
}

/** Deletes all answers to the account, also the own profile of an earlier build. */
export async function removeAnswers(account: string): Promise<void> {
  await quietly(async () => {
    if (!(await databaseExists(name))) return;
    const all = await keys<string>(store());
    const own = all.filter((key) => key === account || key.startsWith(`${account}:`));
    await delMany(own, store());
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
