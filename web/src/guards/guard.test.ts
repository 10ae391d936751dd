import { describe, expect, it } from "vitest";
import type { ReviewStatus } from "../core/core";
import { paths, type RouteName } from "../routes/paths";
import type { Registration } from "../session/session";
import { type GuardState, guard, leaveFor, type Surroundings } from "./guard";

const routes: (RouteName | null)[] = ["index", "friend", "profile", "register", "dev", null];
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

function* allStates(): Generator<GuardState> {
  for (const route of routes)
    for (const registration of registrations)
      for (const reviewStatus of statuses)
        for (const isFriend of [true, false])
          for (const isInitialised of [true, false])
            for (const isLiffStateRedirect of [true, false])
              for (const userId of ["U1", null])
                yield {
                  route,
                  registration,
                  reviewStatus,
                  isFriend,
                  isInitialised,
                  isLiffStateRedirect,
                  userId,
                };
}

const here: GuardState = {
  route: "index",
  isInitialised: true,
  isLiffStateRedirect: false,
  isFriend: true,
  userId: "U1",
  registration: "registered",
  reviewStatus: "APPROVED",
};

/** Where the guard sends someone: a path, or null to stay. */
function verdict(change: Partial<GuardState>): string | null {
  const result = guard({ ...here, ...change });
  return result.kind === "goTo" ? result.path : null;
}

describe("the guard, over every state", () => {
  it("never sends anyone in a circle", () => {
    for (const state of allStates()) {
      const first = guard(state);
      if (first.kind === "stay") continue;
      const route = (Object.keys(paths) as RouteName[]).find((name) => paths[name] === first.path);
      const second = guard({ ...state, route: route ?? null });
      expect(second, JSON.stringify(state)).toEqual({ kind: "stay" });
    }
  });

  it("leaves everyone alone before the start-up is done, on the dev page and on unknown paths", () => {
    for (const state of allStates()) {
      const isExempt =
        !state.isInitialised ||
        state.isLiffStateRedirect ||
        state.route === "dev" ||
        state.route === null;
      if (isExempt) expect(guard(state)).toEqual({ kind: "stay" });
    }
  });

  it("sends someone to the form only when they are known not to be registered", () => {
    for (const state of allStates()) {
      const result = guard(state);
      if (result.kind === "goTo" && result.path === paths.register) {
        expect(state.registration).toBe("notRegistered");
        expect(state.isFriend).toBe(true);
      }
    }
  });
});

describe("the guard", () => {
  it("asks for friendship before anything else", () => {
    for (const route of ["index", "profile", "register"] as const) {
      expect(verdict({ route, isFriend: false })).toBe(paths.friend);
    }
    expect(verdict({ route: "friend", isFriend: false })).toBeNull();
  });

  it("takes a friend away from the friend page", () => {
    expect(verdict({ route: "friend" })).toBe(paths.index);
    expect(verdict({ route: "friend", registration: "notRegistered" })).toBe(paths.register);
  });

  it.each(["PENDING", "IN_REVIEW", "APPROVED", "REJECTED", "SUSPENDED"] as const)(
    "sends a registered user who is %s from the form to the profile",
    (reviewStatus) => {
      expect(verdict({ route: "register", reviewStatus })).toBe(paths.profile);
    },
  );

  it("lets someone who was asked for more back into the form", () => {
    expect(verdict({ route: "register", reviewStatus: "NEEDS_INFO" })).toBeNull();
  });

  it("keeps people where they are when the server is out of reach", () => {
    for (const route of ["index", "profile"] as const) {
      expect(verdict({ route, registration: "unreachable", reviewStatus: null })).toBeNull();
    }
    expect(
      verdict({ route: "register", registration: "unreachable", reviewStatus: null }),
    ).toBeNull();
  });
});

describe("the way out for other browsers", () => {
  const outside: Surroundings = {
    surface: "elsewhere",
    isMock: false,
    isDebug: false,
    target: "/profile?a=b#c",
    liffId: "1234567890-abcdefgh",
    addFriendUrl: "https://line.me/R/ti/p/%40bot",
  };

  it("leads to the bot's page", () => {
    expect(leaveFor(outside)).toBe(outside.addFriendUrl);
  });

  it("leads from LINE's own browser into the mini-app, with the path", () => {
    expect(leaveFor({ ...outside, surface: "lineBrowser" })).toBe(
      "https://liff.line.me/1234567890-abcdefgh/profile?a=b#c",
    );
  });

  it("is not needed inside LINE, while debugging, or with the mock", () => {
    expect(leaveFor({ ...outside, surface: "liff" })).toBeNull();
    expect(leaveFor({ ...outside, isDebug: true })).toBeNull();
    expect(leaveFor({ ...outside, isMock: true })).toBeNull();
  });
});
