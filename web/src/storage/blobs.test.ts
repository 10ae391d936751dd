import { expect, test } from "vitest";
import { readBlob, removeBlob, removeBlobsExcept, writeBlob } from "./blobs";

// happy-dom has no IndexedDB, so these run on the fallback in memory.

test("a file is read back with its bytes and type, by its own user only", async () => {
  await writeBlob("Ua", "one", new Blob(["bytes"], { type: "image/png" }));
  const blob = await readBlob("Ua", "one");
  expect(await blob?.text()).toBe("bytes");
  expect(blob?.type).toBe("image/png");
  expect(await readBlob("Ub", "one")).toBeNull();
});

test("sweeping forgets other users' files and those no longer named", async () => {
  await writeBlob("Ua", "kept", new Blob(["1"]));
  await writeBlob("Ua", "gone", new Blob(["2"]));
  await writeBlob("Ub", "kept", new Blob(["3"]));
  await removeBlobsExcept("Ua", ["kept"]);
  expect(await readBlob("Ua", "kept")).not.toBeNull();
  expect(await readBlob("Ua", "gone")).toBeNull();
  expect(await readBlob("Ub", "kept")).toBeNull();
});

test("a removed file is gone", async () => {
  await writeBlob("Ua", "one", new Blob(["1"]));
  await removeBlob("Ua", "one");
  expect(await readBlob("Ua", "one")).toBeNull();
});
