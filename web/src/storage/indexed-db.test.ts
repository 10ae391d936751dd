import { createStore, get, set } from "idb-keyval";
import { expect, it } from "vitest";
import { clearIndexedDb } from "./indexed-db.testing";

const records = createStore("a database", "records");

it("reads back what was written", async () => {
  await set("photo", { bytes: new Uint8Array([1, 2]).buffer, type: "image/png" }, records);
  const read = await get<{ bytes: ArrayBuffer; type: string }>("photo", records);
  expect(read?.type).toBe("image/png");
  expect([...new Uint8Array(read?.bytes ?? new ArrayBuffer())]).toEqual([1, 2]);
});

it("clears all records and leaves open connections usable", async () => {
  await set("photo", 1, records);
  await clearIndexedDb();
  expect(await get("photo", records)).toBeUndefined();
  await set("photo", 2, records);
  expect(await get("photo", records)).toBe(2);
});
