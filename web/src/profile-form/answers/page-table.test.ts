import { expect, test } from "vitest";
import { loadCore } from "#/core/load";
import { fieldOfPath, pageAfter, pageBefore, pageOfPath, pageTable, parsePage } from "./page-table";

test("every field of the payload is on exactly one page", async () => {
  const core = await loadCore();
  const asked: string[] = pageTable.flatMap((page) => [...page.fields]);
  const fields: string[] = core.fieldRules().map((rule) => rule.field);
  expect(asked.sort()).toEqual(fields.sort());
});

test("an error belongs to the page of its field, however deep its path", () => {
  expect(pageOfPath("valueItem[2].to")).toBe("partner");
  expect(pageOfPath("photoNameList[0]")).toBe("photos");
  expect(pageOfPath("height")).toBe("life");
  expect(fieldOfPath("valueItem[2].to")).toBe("valueItem");
});

test("an error of a field that is on no page belongs to the last page", () => {
  expect(pageOfPath("somethingNewer")).toBe("check");
});

test("the pages follow each other, and the last page follows itself", () => {
  expect(pageAfter("you")).toBe("life");
  expect(pageAfter("check")).toBe("check");
  expect(pageBefore("life")).toBe("you");
  expect(pageBefore("you")).toBeNull();
});

test("another name is no page", () => {
  expect(parsePage("photos")).toBe("photos");
  expect(parsePage("toString")).toBeNull();
  expect(parsePage(3)).toBeNull();
});
