import { beforeEach, expect, test } from "vitest";
import { readFileRecord, writeFileRecord } from "../../storage/file-records";
import { readText, writeJson } from "../../storage/local";
import { makeRoomFor } from "./draft/aside";
import { forgetLeftovers } from "./forget-leftovers";
import { photoOrder } from "./photos/photo-order";

const ming = `U${"1".repeat(32)}`;
const hua = `U${"2".repeat(32)}`;

beforeEach(() => localStorage.clear());

test("the form of someone who is registered by now goes, with all that belongs to it", async () => {
  writeJson("registerForm", { account: ming });
  writeJson("outbox", { userId: ming });
  photoOrder.write(ming, { slots: [], document: [], nTries: {}, earlier: {} });
  await forgetLeftovers(ming);
  expect(Object.keys(localStorage)).toEqual([]);
});

test("files that stayed because the app was closed in the middle of clearing up go now", async () => {
  await writeFileRecord(ming, "a", {});
  photoOrder.write(ming, { slots: [["a"]], document: [], nTries: {}, earlier: {} });
  await forgetLeftovers(ming);
  expect(photoOrder.read(ming)).toBeNull();
  expect(await readFileRecord(ming, "a")).toBeNull();
});

test("the files of an answer to a reviewer stay, here and put aside", async () => {
  await writeFileRecord(ming, "a", {});
  writeJson("resubmission", { userId: ming });
  photoOrder.write(ming, { slots: [["a"]], document: [], nTries: {}, earlier: {} });
  await forgetLeftovers(ming);
  expect(photoOrder.read(ming)).not.toBeNull();
  expect(await readFileRecord(ming, "a")).not.toBeNull();
  makeRoomFor(hua);
  await forgetLeftovers(ming);
  makeRoomFor(ming);
  expect(readText("resubmission")).toContain(ming);
  expect(photoOrder.read(ming)).not.toBeNull();
});

test("the form of someone else on the device stays", async () => {
  writeJson("registerForm", { account: hua });
  writeJson("registerFormAside", [{ userId: ming, texts: {} }]);
  await forgetLeftovers(ming);
  expect(readText("registerForm")).toContain(hua);
  expect(readText("registerFormAside")).toBeNull();
});
