/** Lists the keys and records of this app with their size, for the dev page. */
import { heldInMemory, prefix, type StorageKey } from "./local";

/** The number of bytes that localStorage can hold (`docs/product.md`). */
export const capacityBytes = 4_980_736;

interface StoredText {
  /** A key that another build stored may be missing from the type. */
  key: StorageKey;
  bytes: number;
  /** True if the browser refused to store the text. A reload then loses the text. */
  isInMemory: boolean;
}

interface StorageUsage {
  texts: StoredText[];
  /** The bytes that other code on this origin stores, mostly LINE's SDK. These bytes count towards the same limit. */
  otherBytes: number;
}

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

export interface RecordCount {
  database: string;
  store: string;
  nRecords: number;
}

/** Returns null if the browser cannot list or open the databases. */
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
