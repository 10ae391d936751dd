/** What this app keeps in the browser and how much room it takes, for the dev page. */
import { heldInMemory, prefix, type StorageKey } from "./local";

/** Seed, section 9. */
export const capacityBytes = 4_980_736;

export interface StoredText {
  /** Without the prefix. One of an older build may be none that is known today. */
  key: StorageKey;
  bytes: number;
  /** The browser refused to store it, and it goes with the page. */
  isInMemory: boolean;
}

export interface StorageUsage {
  texts: StoredText[];
  /** What others keep under this origin: LINE's SDK, mostly. It counts against the same bound. */
  otherBytes: number;
}

/** What localStorage holds, by key. */
export function readUsage(): StorageUsage {
  const held = heldInMemory();
  const texts: StoredText[] = Array.from(held, ([key, text]) => ({
    key,
    bytes: bytesOf(prefix + key + text),
    isInMemory: true,
  }));
  let otherBytes = 0;
  for (const [name, text] of storedEntries()) {
    const bytes = bytesOf(name + text);
    if (!name.startsWith(prefix)) {
      otherBytes += bytes;
      continue;
    }
    const key = name.slice(prefix.length) as StorageKey;
    if (!held.has(key)) texts.push({ key, bytes, isInMemory: false });
  }
  return { texts: texts.sort((a, b) => a.key.localeCompare(b.key)), otherBytes };
}

/** Records of a store of IndexedDB. */
export interface RecordCount {
  database: string;
  store: string;
  nRecords: number;
}

/** How many records each of our stores holds; null where the browser does not tell. */
export async function countRecords(): Promise<RecordCount[] | null> {
  try {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? "");
    const ours = names.filter((name) => name.startsWith("enmusubi")).sort();
    return (await Promise.all(ours.map(countIn))).flat();
  } catch {
    return null;
  }
}

async function countIn(name: string): Promise<RecordCount[]> {
  const database = await answerOf(indexedDB.open(name));
  try {
    const stores = [...database.objectStoreNames];
    if (stores.length === 0) return [];
    const transaction = database.transaction(stores, "readonly");
    return await Promise.all(
      stores.map(async (store) => ({
        database: name,
        store,
        nRecords: await answerOf(transaction.objectStore(store).count()),
      })),
    );
  } finally {
    database.close();
  }
}

function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function storedEntries(): [name: string, text: string][] {
  try {
    return Object.entries(window.localStorage);
  } catch {
    return [];
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
