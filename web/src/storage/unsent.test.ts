import "./indexed-db.testing";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listUnsent, readUnsent, removeAllUnsent, removeUnsent, writeUnsent } from "./unsent";

beforeEach(() => vi.stubGlobal("indexedDB", new IDBFactory()));

afterEach(async () => {
  for (const account of ["U1", "U2"]) await removeAllUnsent(account);
  vi.unstubAllGlobals();
});

/** Makes the browser refuse its database, as a private window may. */
function refuseDatabase(): void {
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("blocked", "SecurityError");
    },
  });
}

it("creates no database before there is something to store", async () => {
  expect(await readUnsent("U1", "a")).toBeNull();
  expect(await listUnsent("U1")).toEqual([]);
  await removeUnsent("U1", "a");
  expect(await indexedDB.databases()).toEqual([]);
});

it("stores a record for a later start", async () => {
  expect(await writeUnsent("U1", "a", "one")).toBe(true);
  await writeUnsent("U1", "b", "two");
  await writeUnsent("U1", "a", "three");
  expect(await readUnsent("U1", "a")).toBe("three");
  expect(await listUnsent("U1")).toEqual(["three", "two"]);
});

it("keeps accounts apart", async () => {
  await writeUnsent("U1", "a", "mine");
  await writeUnsent("U2", "a", "theirs");
  expect(await readUnsent("U2", "a")).toBe("theirs");
  expect(await listUnsent("U1")).toEqual(["mine"]);
  await removeAllUnsent("U1");
  expect(await listUnsent("U1")).toEqual([]);
  expect(await readUnsent("U2", "a")).toBe("theirs");
});

it("removes one record", async () => {
  await writeUnsent("U1", "a", "one");
  await writeUnsent("U1", "b", "two");
  await removeUnsent("U1", "a");
  expect(await readUnsent("U1", "a")).toBeNull();
  expect(await listUnsent("U1")).toEqual(["two"]);
});

describe("a browser that refuses its database", () => {
  it("gets the records into memory, and says that they will not last", async () => {
    refuseDatabase();
    expect(await writeUnsent("U1", "a", "one")).toBe(false);
    await writeUnsent("U2", "a", "theirs");
    expect(await readUnsent("U1", "a")).toBe("one");
    expect(await listUnsent("U1")).toEqual(["one"]);
    await removeUnsent("U1", "a");
    expect(await readUnsent("U1", "a")).toBeNull();
    expect(await listUnsent("U2")).toEqual(["theirs"]);
    await removeAllUnsent("U2");
    expect(await listUnsent("U2")).toEqual([]);
  });

  it("lists a record once if it refused only the later version", async () => {
    await writeUnsent("U1", "a", "earlier");
    const { indexedDB: working } = globalThis;
    refuseDatabase();
    await writeUnsent("U1", "a", "later");
    vi.stubGlobal("indexedDB", working);
    expect(await readUnsent("U1", "a")).toBe("later");
    expect(await listUnsent("U1")).toEqual(["later"]);
  });

  it("takes the record back into the database when that works again", async () => {
    const { indexedDB: working } = globalThis;
    refuseDatabase();
    await writeUnsent("U1", "a", "one");
    vi.stubGlobal("indexedDB", working);
    expect(await writeUnsent("U1", "a", "two")).toBe(true);
    expect(await listUnsent("U1")).toEqual(["two"]);
  });
});
