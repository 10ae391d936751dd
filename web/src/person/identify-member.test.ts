import { HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fetchMyInfo } from "#/api/account";
import { ApiError } from "#/api/error";
import { getLiffUser } from "#/liff/liff";
import { clearToken, clearUserInfo, readUserInfo } from "#/session/cookies";
import {
  clearSession,
  getSession,
  logOut,
  restoreSession,
  setRegistration,
  setReviewStatus,
  setToken,
  setUnreachable,
  setUserInfo,
} from "#/session/session";
import { answers } from "#/storage/account-store";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { heldBack } from "#/testing/held-back";
import type { Schemas } from "#/testing/mock/api";
import { api } from "#/testing/mock/api";
import { infoOf } from "#/testing/mock/people";
import { asMember, identifyMember, loadMyInfo, logInAgain } from "./identify-member";

vi.mock(import("#/liff/liff"));
vi.mock(import("#/storage/account-store"));

const info = infoOf({ nickname: "小美", reviewStatus: "PENDING" });

const answerStatus = (status: Schemas["StandingResponse"]) =>
  api.get("/user/review-status/{userId}", ({ response }) => response(200).json(status));
const answerInfo = (answer: typeof info) =>
  api.get("/user/my-info", ({ response }) => response(200).json(answer));
const server = startFakeServer([
  answerStatus({ reviewStatus: "PENDING" }),
  answerInfo(info),
  api.post("/user/login", ({ response }) => response(200).json({ token: "new" })),
]);
const count = (name: string) => server.paths().filter((path) => path === name).length;
const nLogins = () => count("POST /user/login");
/** Does this while the server has the next call for the info, which then gets its usual answer or this one. */
const duringInfo = (act: () => void, answer?: () => never) =>
  server.use(
    api.get(
      "/user/my-info",
      () => {
        act();
        return answer?.();
      },
      { once: true },
    ),
  );

beforeEach(() => {
  vi.resetAllMocks();
  restoreSession("U1");
  clearSession();
  setRegistration("unknown");
  const user = { userId: "U1", displayName: "Mei", statusMessage: undefined };
  vi.mocked(getLiffUser).mockReturnValue(user);
});

describe("identifying the member", () => {
  it("logs in and stores the info that the server has", async () => {
    await identifyMember();
    expect(getSession()).toMatchObject({ registration: "registered", token: "new" });
    expect(getSession().userInfo?.nickname).toBe("小美");
  });

  it("notes that the member took the profile back, and forgets it with the status", async () => {
    const review = { reasons: [], takenBack: true };
    server.use(
      answerStatus({ reviewStatus: "NEEDS_INFO", takenBack: true }),
      answerInfo({ ...info, reviewStatus: "NEEDS_INFO", review }),
    );
    await identifyMember();
    expect(getSession().userInfo?.isTakenBack).toBe(true);
    expect(readUserInfo()?.isTakenBack).toBe(true);
    setReviewStatus("PENDING");
    expect(getSession().userInfo?.isTakenBack).toBeUndefined();
  });

  it("knows that the member took the profile back on another phone before it has their data", async () => {
    await identifyMember();
    server.use(
      answerStatus({ reviewStatus: "NEEDS_INFO", takenBack: true }),
      api.get("/user/my-info", breakConnection),
    );
    await identifyMember();
    expect(getSession().userInfo).toMatchObject({ reviewStatus: "NEEDS_INFO", isTakenBack: true });
  });

  it("does not log in if there is a session", async () => {
    setToken("old");
    await identifyMember();
    expect(nLogins()).toBe(0);
    expect(getSession().token).toBe("old");
  });

  it("replaces an expired session once", async () => {
    setToken("old");
    server.use(api.get("/user/my-info", refuse(401, "E001B"), { once: true }));
    await identifyMember();
    expect(nLogins()).toBe(1);
    expect(server.requests.at(-1)?.headers.get("Authorization")).toBe("Bearer new");
    expect(getSession()).toMatchObject({ registration: "registered", token: "new" });
  });

  it("uses the session of another tab if its own has expired", async () => {
    setToken("old");
    duringInfo(() => setToken("of another tab"), refuse(401, "E001B"));
    await identifyMember();
    expect(nLogins()).toBe(0);
    expect(getSession()).toMatchObject({ registration: "registered", token: "of another tab" });
  });

  it("does not log in forever if the server refuses every session", async () => {
    server.use(api.get("/user/my-info", refuse(401, "E001A")));
    await identifyMember();
    expect(nLogins()).toBe(2);
    expect(getSession().registration).toBe("refused");
  });

  it("does not restore a session from a call that a logout overtook", async () => {
    setToken("mine");
    duringInfo(clearSession);
    await identifyMember();
    expect(getSession()).toMatchObject({ token: null, userInfo: null });
  });

  it("does not log in again for a call whose session the logout ended", async () => {
    setToken("mine");
    duringInfo(clearSession, refuse(401, "E001A"));
    await identifyMember();
    expect(nLogins()).toBe(0);
    expect(getSession().token).toBeNull();
  });

  it("clears a session that another tab has ended", async () => {
    setToken("mine");
    setUserInfo(info);
    clearToken();
    clearUserInfo();
    await identifyMember();
    expect(nLogins()).toBe(0);
    expect(getSession()).toMatchObject({ token: null, userInfo: null });
  });

  it("reports that the server refuses LINE's ID token at the login", async () => {
    server.use(api.post("/user/login", refuse(401, "E001")));
    await expect(loadMyInfo()).rejects.toThrow();
    expect(getSession().registration).toBe("refused");
  });

  it.each([
    ["this build", answerStatus({ reviewStatus: null })],
    ["an earlier build", api.get("/user/review-status/{userId}", refuse(404, "E003"))],
  ])(
    "clears the session and the cached profile of a person for whom a server of %s has no account",
    async (_, status) => {
      setUserInfo(info);
      server.use(status);
      await identifyMember();
      expect(getSession()).toMatchObject({
        registration: "notRegistered",
        token: null,
        userInfo: null,
      });
      expect(answers.deleteAll).toHaveBeenCalledExactlyOnceWith("U1");
    },
  );

  it.each([
    ["no network", breakConnection, "network"],
    [
      "a gateway without a server",
      () => new HttpResponse("<html>", { status: 502 }) as never,
      "gateway",
    ],
    ["an overloaded server", refuse(503, "E503"), "server"],
    ["a broken server", refuse(500, "E500"), "server"],
  ])("keeps the info that it has through %s, and says who failed", async (_, failure, source) => {
    vi.spyOn(console, "warn").mockReturnValue();
    setUserInfo(info);
    server.use(api.get("/user/review-status/{userId}", failure));
    await identifyMember();
    expect(getSession()).toMatchObject({ registration: "unreachable", failureSource: source });
    expect(getSession().userInfo?.nickname).toBe("小美");
    expect(answers.deleteAll).not.toHaveBeenCalled();
    server.use(answerStatus({ reviewStatus: "PENDING" }));
    await identifyMember();
    expect(getSession()).toMatchObject({ registration: "registered", failureSource: null });
  });

  it("reports that the server refuses LINE's ID token", async () => {
    server.use(api.get("/user/review-status/{userId}", refuse(401, "E001")));
    await identifyMember();
    expect(getSession().registration).toBe("refused");
  });
});

describe("after a logout", () => {
  let before = 0;
  const nLoginsSince = () => nLogins() - before;

  beforeEach(async () => {
    await identifyMember();
    logOut();
    before = nLogins();
  });

  it.each([
    ["a call that waited for another attempt", () => asMember(fetchMyInfo).catch(() => undefined)],
    ["the answer about the account", identifyMember],
  ])("%s does not log in", async (_, attempt) => {
    await attempt();
    expect(nLoginsSince()).toBe(0);
    expect(getSession()).toMatchObject({ token: null, userInfo: null, registration: "registered" });
  });

  it("a call whose session another window ends neither logs in nor calls again", async () => {
    await logInAgain();
    before = nLogins();
    const call = vi.fn(async () => {
      clearToken();
      clearUserInfo();
      throw new ApiError(401, "E001A", "");
    });
    await expect(asMember(call)).rejects.toMatchObject({ name: "LoggedOutMeanwhile" });
    expect(call).toHaveBeenCalledOnce();
    expect(nLoginsSince()).toBe(0);
  });

  it("does not log in although the server was out of reach", async () => {
    setUnreachable("network");
    logOut();
    await identifyMember();
    expect(nLoginsSince()).toBe(0);
  });

  it.each([
    ["fails", api.get("/user/review-status/{userId}", breakConnection)],
    ["says that there is no account", answerStatus({ reviewStatus: null })],
  ])("stays logged out if the question under way %s", async (_, late) => {
    await logInAgain();
    const { promise, resolve } = heldBack();
    const wait = api.get("/user/review-status/{userId}", async () => await promise);
    server.use(wait, late);
    const nAsked = server.requests.length;
    const asked = identifyMember();
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(nAsked));
    logOut();
    resolve();
    await asked;
    expect(getSession()).toMatchObject({ registration: "registered", userInfo: null });
  });

  it("the person can log in", async () => {
    await logInAgain();
    expect(nLoginsSince()).toBe(1);
    expect(getSession()).toMatchObject({ token: "new", userInfo: { nickname: "小美" } });
  });
});
