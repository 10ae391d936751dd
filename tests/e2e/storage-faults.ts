/** The faults of a browser's storage, as scripts that run before the first one of a page. */

const operations = ["open", "read", "write", "commit"] as const;
type Operation = (typeof operations)[number];
const manners = ["throws", "never answers", "has no room", "is closed"] as const;
type Manner = (typeof manners)[number];

export interface Fault {
  name: string;
  script: string;
  /** The data that the browser deletes while no page of the app is open. */
  evicts?: "everything" | "the database";
  /** True if the browser stores no text of the form, so that a reload empties it. */
  forgets?: true;
  /** True if the app waits for its time limits. */
  isSilent?: true;
}

const helpers = `
  const fail = (name) => { throw new DOMException("The storage fails.", name); };
  const silent = () => Object.create(IDBOpenDBRequest.prototype, {
    readyState: { value: "pending" },
    addEventListener: { value() {} },
    removeEventListener: { value() {} },
    ...Object.fromEntries(["onsuccess", "onerror", "onblocked", "onupgradeneeded"].map((name) => [name, { value: null, writable: true }])),
  });
  const change = (kind, names, work) => {
    for (const name of names) {
      const real = kind.prototype[name];
      if (real) kind.prototype[name] = function (...given) { return work.call(this, real.bind(this), ...given); };
    }
  };
  const reads = (work) => {
    for (const kind of [IDBObjectStore, IDBIndex])
      change(kind, ["get", "getAll", "getKey", "getAllKeys", "count", "openCursor", "openKeyCursor"], work);
  };
  const additions = ["put", "add"];
  const writes = [...additions, "delete", "clear"];
  const refuseTransactions = (refused) =>
    change(IDBDatabase, ["transaction"], (real, stores, mode = "readonly", ...rest) =>
      mode === refused ? fail("InvalidStateError") : real(stores, mode, ...rest));
  // The writes succeed, and the transaction fails after them.
  const refuseCommits = (names, refuse) =>
    change(IDBObjectStore, names, function (real, ...given) {
      const request = real(...given);
      request.addEventListener("success", () => refuse(this.transaction));
      return request;
    });
  const abort = (transaction, name) => {
    Object.defineProperty(transaction, "error", { value: new DOMException("The commit fails.", name), configurable: true });
    try { transaction.abort(); } catch { /* An earlier write of the transaction has ended it. */ }
  };
`;

/** A page waits five seconds for the database. Ten times as fast, it shows the same within a test. */
const hurry = `
  const wait = setTimeout;
  window.setTimeout = (work, ms, ...given) => wait(work, ms === 5_000 ? 500 : ms, ...given);
`;

/** Each pair that a browser can produce. The sentence of a pair without a script says why there is none. */
const pairs: Record<Operation, Record<Manner, { script: string } | { impossible: string }>> = {
  open: {
    throws: { script: `change(IDBFactory, ["open"], () => fail("UnknownError"));` },
    "never answers": { script: `change(IDBFactory, ["open"], silent);` },
    "has no room": {
      impossible: "A browser that has no room for a new database says UnknownError.",
    },
    "is closed": {
      script: `change(IDBFactory, ["open"], (real, ...given) => {
        const request = real(...given);
        request.addEventListener("success", () => request.result.close());
        return request;
      });`,
    },
  },
  read: {
    throws: { script: `reads(() => fail("UnknownError"));` },
    "never answers": { script: `reads(silent);` },
    "has no room": { impossible: "A read takes no room." },
    "is closed": { script: `refuseTransactions("readonly");` },
  },
  write: {
    throws: { script: `change(IDBObjectStore, writes, () => fail("UnknownError"));` },
    "never answers": { script: `change(IDBObjectStore, writes, silent);` },
    "has no room": {
      script: `change(IDBObjectStore, additions, () => fail("QuotaExceededError"));`,
    },
    "is closed": { script: `refuseTransactions("readwrite");` },
  },
  commit: {
    throws: {
      script: `refuseCommits(writes, (transaction) => abort(transaction, "UnknownError"));`,
    },
    "never answers": {
      script: `
        const { addEventListener } = EventTarget.prototype;
        IDBTransaction.prototype.addEventListener = function (name, ...rest) {
          if (name !== "complete" || this.mode !== "readwrite") addEventListener.call(this, name, ...rest);
        };`,
    },
    "has no room": {
      script: `refuseCommits(additions, (transaction) => abort(transaction, "QuotaExceededError"));`,
    },
    "is closed": {
      script: `refuseCommits(writes, (transaction) => {
        abort(transaction, "AbortError");
        transaction.db.dispatchEvent(new Event("close"));
      });`,
    },
  },
};

/**
 * localStorage opens, reads, writes and commits in one call that answers at once, and has no connection: it either
 * refuses every call or has no room. The mock's own key stands for LINE, which knows the person without a storage.
 */
const local = (names: readonly string[], error: string) => `
  change(Storage, ${JSON.stringify(names)}, function (real, key, ...given) {
    const isOurs = this === window.localStorage && key !== "enmusubi:mockUserId";
    return isOurs ? fail("${error}") : real(key, ...given);
  });`;

const scriptOf = (fault: string, isSilent: boolean) =>
  `{${helpers}${isSilent ? hurry : ""}${fault}}`;

const ofDatabase: Fault[] = operations.flatMap((operation) =>
  manners.flatMap((manner) => {
    const pair = pairs[operation][manner];
    if ("impossible" in pair) return [];
    const isSilent = manner === "never answers";
    const script = scriptOf(pair.script, isSilent);
    return [{ name: `${operation} ${manner}`, script, ...(isSilent ? { isSilent } : {}) }];
  }),
);

export const faults: readonly Fault[] = [
  ...ofDatabase,
  {
    name: "the database is forbidden",
    script: scriptOf(`change(IDBFactory, ["open"], () => fail("SecurityError"));`, false),
  },
  // An eviction happens between two pages and to all operations, so that it has one row and no script.
  { name: "everything is evicted", script: "", evicts: "everything" },
  { name: "the database is evicted", script: "", evicts: "the database" },
  {
    name: "localStorage throws",
    script: scriptOf(local(["getItem", "setItem", "removeItem"], "SecurityError"), false),
    forgets: true,
  },
  {
    name: "localStorage has no room",
    script: scriptOf(local(["setItem"], "QuotaExceededError"), false),
  },
];
