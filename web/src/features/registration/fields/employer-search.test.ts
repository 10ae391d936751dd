import { beforeAll, describe, expect, it } from "vitest";
import type { Employer } from "../../../core/core";
import { fetchLists } from "../../../core/lists";
import { findEmployers } from "./employer-search";

let employers: Employer[];
beforeAll(async () => {
  employers = (await fetchLists()).employers();
});

const idsFor = (typed: string) => findEmployers(employers, typed).map(({ id }) => id);

describe("the search among the employers", () => {
  it("shows all of them while nothing is typed", () => {
    expect(idsFor("")).toHaveLength(31);
    expect(idsFor("  ")).toHaveLength(31);
  });

  it.each([
    ["GOOGLE", ["google"]],
    ["ｇｏｏｇｌｅ", ["google"]],
    ["Góogle", ["google"]],
    ["  dell   tech ", ["dell"]],
    ["lycorp.co.jp", ["line"]],
    ["line", ["line"]],
    ["fb.com", ["meta"]],
    ["amazon.co.jp", ["amazon"]],
  ])("finds %j", (typed, ids) => {
    expect(idsFor(typed)).toEqual(ids);
  });

  it.each([
    ["someone@tw.ibm.com", ["ibm"]],
    ["someone@ＩＢＭ．com", ["ibm"]],
    ["someone@goo", ["google"]],
  ])("finds by the address %j", (typed, ids) => {
    expect(idsFor(typed)).toEqual(ids);
  });

  it.each(["someone@evilgoogle.com", "someone@google.com.evil.io", "google com evil", "縁結び"])(
    "finds nobody for %j",
    (typed) => {
      expect(idsFor(typed)).toEqual([]);
    },
  );
});
