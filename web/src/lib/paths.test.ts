import { describe, expect, it } from "vitest";
import {
  caseIdOf,
  casePath,
  conversationPath,
  matchIdOf,
  paths,
  reviewPaths,
  reviewRouteOf,
  routeOf,
} from "./paths";

describe("routeOf", () => {
  it.each(Object.entries(paths))("knows %s by its path", (name, path) => {
    expect(routeOf(path)).toBe(name);
  });

  it.each([
    ["/matches/", "matches"],
    ["/profile/edit//", "edit"],
    ["", "index"],
    ["//", "index"],
    ["/matches/a-B_9", "conversation"],
    ["/matches/a/", "conversation"],
  ])("reads %j as %s", (path, name) => {
    expect(routeOf(path)).toBe(name);
  });

  it.each([
    "/Matches",
    "/match",
    "/matches/a/b",
    "//matches",
    "/matches//a",
    "/toString",
    "matches",
  ])("knows nothing at %j", (path) => {
    expect(routeOf(path)).toBeNull();
  });
});

describe("matchIdOf", () => {
  it("reads the id from the path of a conversation", () => {
    expect(matchIdOf(conversationPath("0b9e-77_A"))).toBe("0b9e-77_A");
    expect(matchIdOf("/matches/a//")).toBe("a");
  });

  it.each([
    "/matches",
    "/matches/",
    "/matches/a/b",
    "/matches/a b",
    "/matches/a%2Fb",
    "/matches/a?b",
    "/matches/..",
    "/matches/小美",
    "/x/matches/a",
    "/matches/a\n",
  ])("finds none in %j", (path) => {
    expect(matchIdOf(path)).toBeNull();
  });
});

describe("reviewRouteOf", () => {
  it.each(Object.entries(reviewPaths))("knows %s by its path", (name, path) => {
    expect(reviewRouteOf(path)).toBe(name);
    expect(routeOf(path)).toBeNull();
  });

  it("knows a case by its number", () => {
    expect(reviewRouteOf(casePath(17))).toBe("case");
    expect(caseIdOf("/review/cases/17/")).toBe(17);
  });

  it.each(["/", "/reviews", "/review/cases", "/review/cases/x", "/review/cases/1/2", "/profile"])(
    "knows nothing at %j",
    (path) => {
      expect(reviewRouteOf(path)).toBeNull();
      expect(caseIdOf(path)).toBeNull();
    },
  );
});
