import "./indexed-db.testing";
import { expect, test } from "vitest";
import {
  areFilesDurable,
  deleteFileRecords,
  deleteUnneededRecords,
  listFileRecords,
  readFileRecord,
  updateFileRecord,
  writeFileRecord,
} from "./file-records";
import { limitWrites } from "./records";

const record = (text: string) => ({ text });
const write = (name: string, account = "Ua") =>
  writeFileRecord(account, name, record(`${account} ${name}`));
const names = async (account = "Ua") => [...(await listFileRecords(account))].sort();
const deleteAll = () => deleteUnneededRecords(() => false);

test("leaves the records of an account alone while another window has its form", async () => {
  await write("one");
  const endLimit = limitWrites("Ua", () => false);
  expect(await write("two")).toBe(false);
  await updateFileRecord("Ua", "one", () => record("changed"));
  expect(await deleteFileRecords("Ua", ["one"])).toBe(false);
  await write("other", "Ub");
  await deleteAll();
  endLimit();
  expect(await names()).toEqual(["one"]);
  expect(await readFileRecord("Ua", "one")).toEqual(record("Ua one"));
  expect(await names("Ub")).toEqual([]);
  expect(areFilesDurable()).toBe(true);
});
