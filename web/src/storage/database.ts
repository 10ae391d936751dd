/**
 * Opens the app's only database, with one connection. A page must not wait for the database before it shows an answer
 * of the server, because WebKit's database may never answer if the previous page ended during a read.
 */
import { type IDBPDatabase, type IDBPObjectStore, type IDBPTransaction, openDB } from "idb";
import { type RetryPolicy, retry } from "#/lib/retry";
import { within } from "#/lib/time-limit";

const databaseName = "enmusubi";
const storeNames = ["answers", "files", "unsent"] as const;
export type StoreName = (typeof storeNames)[number];

type Mode = "readonly" | "readwrite";
type Transaction = IDBPTransaction<unknown, [StoreName], Mode>;
/** A store in a transaction. The type offers changes, but the browser refuses them in a `readonly` transaction. */
export type Records = IDBPObjectStore<unknown, [StoreName], StoreName, "readwrite">;
type Work<Result> = (records: Records) => Promise<Result>;

/** The database did not answer, so the caller does not know whether a record exists. */
export class StorageUnavailable extends Error {}

const timeoutMs = 5_000;
/** The time for which calls fail at once after two time-outs in a row, so that not every call waits for time-outs. */
const restMs = 60_000;
/** WebKit closes the connection of a page in the background, so the second attempt opens a new connection. */
const reconnectOnce: RetryPolicy = { firstMs: 0, factor: 1, maxDelayMs: 0, maxAttempts: 2 };

let connection: Promise<IDBPDatabase> | null = null;
const reads = new Set<Transaction>();
let isLeft = false;
let isSilent = false;
let rest: ReturnType<typeof setTimeout> | undefined;
const recoveryListeners = new Set<() => void>();

/** Calls the listener when a late answer of the database arrives, and `restMs` after two time-outs in a row. */
export function onRecovery(listener: () => void): void {
  recoveryListeners.add(listener);
}

/**
 * Returns the result of a read, or `missing` if there is no database. A read must not create the database, because the
 * app stores nothing before the person agrees to the privacy policy. Throws `StorageUnavailable` if the database does
 * not answer.
 */
export async function readRecords<Result>(
  store: StoreName,
  missing: Result,
  work: Work<Result>,
): Promise<Result> {
  return await transact({ store, mode: "readonly", mayCreate: false }, work).catch((error) => {
    if (error instanceof NoDatabase) return missing;
    throw error;
  });
}

/**
 * Creates the database if there is none. Resolves once the browser has stored the change. Throws as `transact` does.
 */
export async function writeRecords(store: StoreName, work: Work<unknown>): Promise<void> {
  await transact({ store, mode: "readwrite", mayCreate: true }, work);
}

/**
 * Runs a change of existing records, such as a deletion. Does nothing without a database. Throws as `transact` does.
 */
export async function changeRecords(store: StoreName, work: Work<unknown>): Promise<void> {
  await transact({ store, mode: "readwrite", mayCreate: false }, work).catch((error) => {
    if (!(error instanceof NoDatabase)) throw error;
  });
}

interface Access {
  store: StoreName;
  mode: Mode;
  mayCreate: boolean;
}

/** Thrown if the browser offers no IndexedDB, or if the app has not created the database yet (`canBeMade`). */
class NoDatabase extends Error {
  constructor(readonly canBeMade: boolean) {
    super("there is no database");
  }
}

/**
 * Runs `work` in a transaction, and once more with a new connection if the first attempt fails. Throws `NoDatabase`,
 * `StorageUnavailable`, or a `QuotaExceededError` if there is no room.
 */
async function transact<Result>(access: Access, work: Work<Result>): Promise<Result> {
  if (isSilent) throw new StorageUnavailable("the database did not answer a moment ago");
  const isFinal = (error: unknown) => {
    // This write shared a connection that a read opened, and a read creates no database. The second attempt of the
    // write opens a connection that creates the database.
    if (error instanceof NoDatabase) return !(error.canBeMade && access.mayCreate);
    return isNamed(error, "QuotaExceededError") || (isLeft && access.mode === "readonly");
  };
  try {
    return await retry(() => attempt(access, work), {
      policy: reconnectOnce,
      decide: (error) => (isFinal(error) ? "giveUp" : "retry"),
    });
  } catch (error) {
    if (error instanceof NoDatabase || isNamed(error, "QuotaExceededError")) throw error;
    // A browser that refuses access throws a DOMException at once. Only time-outs are slow and make later calls fail
    // early.
    if (!(error instanceof DOMException || isLeft)) restForAWhile();
    throw new StorageUnavailable("the database did not answer", { cause: error });
  }
}

async function attempt<Result>(access: Access, work: Work<Result>): Promise<Result> {
  connection ??= open(access.mayCreate);
  const opening = connection;
  try {
    return await withinLimit(opening.then((database) => commit(database, access, work)));
  } catch (error) {
    // The next attempt must not wait for this connection, which may never answer.
    drop(opening);
    throw isNamed(error, "SecurityError") ? new NoDatabase(false) : error;
  }
}

async function commit<Result>(
  database: IDBPDatabase,
  { store, mode }: Access,
  work: Work<Result>,
): Promise<Result> {
  if (isLeft && mode === "readonly") throw new StorageUnavailable("the page is being left");
  const transaction: Transaction = database.transaction<[StoreName], Mode>([store], mode);
  if (mode === "readonly") reads.add(transaction);
  try {
    const working = work(transaction.objectStore(store) as Records);
    // Wait for the commit too, because it may fail after `work` has succeeded, for example for lack of room.
    const [result] = await Promise.all([working, transaction.done]);
    return result;
  } finally {
    reads.delete(transaction);
  }
}

async function open(mayCreate: boolean): Promise<IDBPDatabase> {
  if (typeof indexedDB === "undefined") throw new NoDatabase(false);
  const database = await openVersion(mayCreate);
  if (storeNames.every((name) => database.objectStoreNames.contains(name))) return database;
  // WebKit has been seen to open the database without its stores. A new version creates the stores that are missing.
  const next = database.version + 1;
  database.close();
  return await openVersion(true, next);
}

async function openVersion(mayCreate: boolean, version?: number): Promise<IDBPDatabase> {
  let isMissing = false;
  const opening = openDB(databaseName, version, {
    upgrade(database, oldVersion, _newVersion, transaction) {
      isMissing = oldVersion === 0 && !mayCreate;
      if (isMissing) {
        transaction.done.catch(() => undefined);
        transaction.abort();
        return;
      }
      const present = database.objectStoreNames;
      for (const name of storeNames) if (!present.contains(name)) database.createObjectStore(name);
    },
    // Close the connection, because an open connection blocks an upgrade by another window and the deletion of the
    // site's data.
    blocking: (_oldVersion, _newVersion, event) => {
      connection = null;
      (event.target as IDBDatabase).close();
    },
    terminated: () => {
      connection = null;
    },
  });
  try {
    return await opening;
  } catch (error) {
    throw isMissing ? new NoDatabase(true) : error;
  }
}

/** Rejects after the time limit. A result that arrives later ends the time in which calls fail at once. */
async function withinLimit<Result>(result: Promise<Result>): Promise<Result> {
  let isLate = false;
  result.then(
    () => isLate && endRest(),
    () => undefined,
  );
  try {
    return await within(timeoutMs, result);
  } catch (error) {
    isLate = true;
    throw error;
  }
}

function drop(opening: Promise<IDBPDatabase>): void {
  if (connection === opening) connection = null;
  opening.then(
    (database) => database.close(),
    () => undefined,
  );
}

function restForAWhile(): void {
  isSilent = true;
  clearTimeout(rest);
  // A comparison of times would go wrong if the person sets the clock back, so use a timer.
  rest = setTimeout(endRest, restMs);
}

function endRest(): void {
  clearTimeout(rest);
  isSilent = false;
  for (const listener of recoveryListeners) listener();
}

/**
 * Aborts the reads and closes the connection when the person leaves the page. WebKit's database may never answer the
 * next page if this page ends during a read. Running writes are still stored.
 */
function leave(): void {
  isLeft = true;
  for (const transaction of reads) {
    try {
      transaction.abort();
    } catch {
      // The transaction has already ended.
    }
  }
  if (connection) drop(connection);
}

window.addEventListener("pagehide", leave);
window.addEventListener("pageshow", () => {
  isLeft = false;
});

function isNamed(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}
