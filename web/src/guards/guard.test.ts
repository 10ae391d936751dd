import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RouteRule } from "#/api/route-rules";
import type { ReviewStatus } from "#/core/core";
import { paths, type RouteName, routeOf } from "#/lib/paths";
import type { Surface } from "#/lib/surface";
import type { Registration } from "#/session/session";
import { type GuardState, guard } from "./guard";
import { guardTable, member } from "./guard-table.testing";

const routes: (RouteName | null)[] = [
  "index",
  "friend",
  "profile",
  "register",
  "matches",
  "conversation",
  "safety",
  "dev",
  null,
];
const surfaces: Surface[] = ["liff", "lineBrowser", "elsewhere"];
const registrations: Registration[] = [
  "unknown",
  "registered",
  "notRegistered",
  "refused",
  "unreachable",
];
const statuses: (ReviewStatus | null)[] = [
  null,
  "PENDING",
  "IN_REVIEW",
  "APPROVED",
  "NEEDS_INFO",
  "REJECTED",
  "SUSPENDED",
];
/** No rule, a rule to each route, one to an unknown path, one to another site. */
const rules: (RouteRule | null)[] = [
  null,
  ...Object.values(paths).map((to) => ({ to: `${to}?a=b#c` })),
  { to: "/nowhere" },
  { to: "https://example.com/" },
];
const yesAndNo = [true, false];

function* allStates(): Generator<GuardState> {
  for (const route of routes)
    for (const surface of surfaces)
      for (const registration of registrations)
        for (const reviewStatus of statuses)
          for (const rule of rules)
            for (const mayRunAnywhere of yesAndNo)
              for (const isFriend of yesAndNo)
                for (const isInitialised of yesAndNo)
                  for (const isLiffStateRedirect of yesAndNo)
                    for (const userId of ["U1", null])
                      yield {
                        route,
                        surface,
                        registration,
                        reviewStatus,
                        rule,
                        mayRunAnywhere,
                        isFriend,
                        isInitialised,
                        isLiffStateRedirect,
                        userId,
                      };
}

/** Returns the place in the app to which the guard sends a person, or null if they stay. */
function placeFor(change: Partial<GuardState>): string | null {
  const decision = guard({ ...member, ...change });
  return decision.kind === "goTo" ? decision.place : null;
}

describe("the guard, over every state", () => {
  it("never sends a person in a circle", () => {
    for (const state of allStates()) {
      const first = guard(state);
      if (first.kind !== "goTo") continue;
      const route = routeOf(first.place.split(/[?#]/, 1)[0] ?? "");
      // The server refuses rules that lead to a place with a rule of its own.
      const second = guard({ ...state, route, rule: null });
      if (second.kind !== "stay") expect.fail(JSON.stringify({ state, first, second }));
    }
  });

  it("lets every person stay on the developers' page", () => {
    for (const state of allStates()) {
      if (state.route === "dev" && guard(state).kind !== "stay") {
        expect.fail(JSON.stringify(state));
      }
    }
  });

  it("moves no person inside the app before LIFF is done with the address", () => {
    for (const state of allStates()) {
      const isTooSoon = !state.isInitialised || state.isLiffStateRedirect;
      const decision = guard(state);
      if (isTooSoon && (decision.kind === "goTo" || decision.kind === "leaveFor")) {
        expect.fail(JSON.stringify(state));
      }
    }
  });

  it("leaves a browser outside LINE, unless it may run anywhere", () => {
    for (const state of allStates()) {
      const isOutside = state.surface !== "liff" && !state.mayRunAnywhere && state.route !== "dev";
      if ((guard(state).kind === "leaveBy") !== isOutside) expect.fail(JSON.stringify(state));
    }
  });

  it("sends a person to the form only if the server said that they are not registered", () => {
    for (const state of allStates()) {
      const decision = guard(state);
      if (decision.kind !== "goTo" || decision.place !== paths.register) continue;
      if (state.registration !== "notRegistered" || !state.isFriend) {
        expect.fail(JSON.stringify(state));
      }
    }
  });

  it("ignores a rule that leads to a page that the person may not see", () => {
    for (const state of allStates()) {
      const decision = guard(state);
      if (decision.kind !== "goTo" || decision.place !== state.rule?.to) continue;
      const route = routeOf(decision.place.split(/[?#]/, 1)[0] ?? "");
      if (guard({ ...state, route, rule: null }).kind !== "stay") {
        expect.fail(JSON.stringify(state));
      }
    }
  });
});

describe("the guard", () => {
  it("asks for friendship before anything else", () => {
    for (const route of ["index", "profile", "register"] as const) {
      expect(placeFor({ route, isFriend: false })).toBe(paths.friend);
    }
    expect(placeFor({ route: "friend", isFriend: false })).toBeNull();
  });

  it("sends a friend away from the friend page", () => {
    expect(placeFor({ route: "friend" })).toBe(paths.index);
    expect(placeFor({ route: "friend", registration: "notRegistered" })).toBe(paths.register);
  });

  it.each(["PENDING", "IN_REVIEW"] as const)(
    "sends a registered user who is %s from the form to the home page, which says what happens next",
    (reviewStatus) => {
      expect(placeFor({ route: "register", reviewStatus })).toBe(paths.index);
    },
  );

  it.each(["APPROVED", "REJECTED", "SUSPENDED"] as const)(
    "sends a registered user who is %s from the form to the profile",
    (reviewStatus) => {
      expect(placeFor({ route: "register", reviewStatus })).toBe(paths.profile);
    },
  );

  it("lets a person into the form again if a reviewer asked for more", () => {
    expect(placeFor({ route: "register", reviewStatus: "NEEDS_INFO" })).toBeNull();
  });

  it("moves no person while the server is out of reach", () => {
    for (const route of ["index", "profile", "register"] as const) {
      expect(placeFor({ route, registration: "unreachable", reviewStatus: null })).toBeNull();
    }
  });

  it("follows a rule of a path that is no route", () => {
    expect(placeFor({ route: null, rule: { to: "/profile?x=1#y" } })).toBe("/profile?x=1#y");
    expect(guard({ ...member, route: null, rule: { to: "https://example.com/a" } })).toEqual({
      kind: "leaveFor",
      address: "https://example.com/a",
    });
  });

  it("sends LINE's own browser to the mini-app and every other one to the add-friend page", () => {
    expect(guard({ ...member, surface: "lineBrowser" })).toEqual({
      kind: "leaveBy",
      exit: "miniApp",
    });
    expect(guard({ ...member, surface: "elsewhere" })).toEqual({
      kind: "leaveBy",
      exit: "addFriend",
    });
    expect(guard({ ...member, surface: "elsewhere", mayRunAnywhere: true })).toEqual({
      kind: "stay",
    });
  });
});

it("is in ARCHITECTURE.md as a table", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../ARCHITECTURE.md"), "utf8");
  expect(page, `the table of today:\n\n${guardTable()}\n`).toContain(`\n${guardTable()}\n`);
});
