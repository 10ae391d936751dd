import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { logger } from "#/logger/logger";
import { clearSession, currentToken, setToken } from "#/session/session";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { setOnline } from "#/testing/online";
import { type CallOptions, call } from "./client";

const server = startFakeServer();

/** Answers the requests in turn; the last answer holds for all further requests. */
function answerInTurn(...answers: (() => Response)[]): void {
  server.use(
    api.get("/user/review-status/{userId}", () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer?.() as never;
    }),
  );
}
const pending = (headers: Record<string, string> = {}) =>
  Response.json({ reviewStatus: "PENDING" }, { headers });

beforeEach(() => {
  vi.useFakeTimers();
  answerInTurn(pending);
  vi.spyOn(logger, "warn")
    .mockReset()
    .mockImplementation(() => undefined);
  setToken("mine");
});

afterEach(() => {
  clearSession();
  vi.useRealTimers();
});

const params = { path: { userId: "U1" } };
const askStatus = (options: Partial<CallOptions> = {}) =>
  call((client) => client.GET("/user/review-status/{userId}", { params }), options);

/** Lets the waits between attempts pass. */
async function settled<Value>(promise: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const [[result]] = await Promise.all([
    Promise.allSettled([promise]),
    vi.advanceTimersByTimeAsync(10_000),
  ]);
  return result as PromiseSettledResult<Value>;
}

const sentHeaders = (name: string) => server.requests.map(({ headers }) => headers.get(name));
const sentTokens = () => sentHeaders("Authorization");

describe("every call", () => {
  it("names the language of the app, with a session and without one", async () => {
    document.documentElement.lang = "ja";
    await askStatus();
    await askStatus({ usesSession: false });
    document.documentElement.lang = "en";
    await askStatus();
    expect(sentHeaders("Accept-Language")).toEqual(["ja", "ja", "en"]);
  });

  it("carries the session's token, unless it uses no session", async () => {
    await askStatus();
    await askStatus({ usesSession: false });
    expect(sentTokens()).toEqual(["Bearer mine", null]);
  });

  it("stores a renewed token from any answer", async () => {
    answerInTurn(refuse(404, "E003", { headers: { Authorization: "Bearer newer" } }), pending);
    await settled(askStatus());
    await askStatus();
    expect(currentToken()).toBe("newer");
    expect(sentTokens()[1]).toBe("Bearer newer");
  });

  it("stores no renewed token after a logout", async () => {
    answerInTurn(() => {
      clearSession();
      return pending({ Authorization: "Bearer newer" });
    });
    await askStatus();
    expect(currentToken()).toBeNull();
  });

  it("stores no token from the answer to a call without the session", async () => {
    answerInTurn(() => pending({ Authorization: "Bearer other" }));
    await askStatus({ usesSession: false });
    expect(currentToken()).toBe("mine");
  });

  it("fails with no answer when the server takes longer than 15 seconds", async () => {
    server.use(api.get("/user/review-status/{userId}", () => new Promise<never>(() => undefined)));
    const outcome = askStatus({}).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await outcome).toMatchObject({ name: "NetworkError" });
  });

  it("ends when its caller aborts it", async () => {
    server.use(api.get("/user/review-status/{userId}", () => new Promise<never>(() => undefined)));
    const controller = new AbortController();
    const { signal } = controller;
    const outcome = call((client) =>
      client.GET("/user/review-status/{userId}", { params, signal }),
    ).catch((error: unknown) => error);
    controller.abort();
    expect(await outcome).toMatchObject({ name: "NetworkError" });
  });
});

describe("a failed call", () => {
  it("says that no answer came", async () => {
    answerInTurn(breakConnection);
    expect(await settled(askStatus())).toMatchObject({ reason: { name: "NetworkError" } });
  });

  it.each([
    ["E001A", null],
    ["E001B", null],
    ["E001", "mine"],
    ["E008", "mine"],
  ] as const)("with %s leaves the token %s", async (code, token) => {
    answerInTurn(refuse(401, code));
    await settled(askStatus());
    expect(currentToken()).toBe(token);
  });

  it("logs a fault of the server with the id of its request, and no other failure", async () => {
    const headers = { "X-Request-Id": "6f1c29ae5b7c4d0a9e8f001122334455" };
    answerInTurn(refuse(503, "E503", { headers }));
    await settled(askStatus());
    answerInTurn(refuse(500, "E500", { headers }));
    await settled(askStatus());
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(
      "ApiError: E500 a reason (request 6f1c29ae5b7c4d0a)",
    );
  });

  it("without the session leaves the session's token alone", async () => {
    answerInTurn(refuse(401, "E001A"));
    await settled(askStatus({ usesSession: false }));
    expect(currentToken()).toBe("mine");
  });

  it("leaves a token alone that replaced the sent one in the meantime", async () => {
    answerInTurn(() => {
      setToken("of another tab");
      return refuse(401, "E001B")();
    });
    await settled(askStatus());
    expect(currentToken()).toBe("of another tab");
  });
});

describe("a safe call", () => {
  const isSafe = true;

  it("makes up to three attempts while the failure is transient", async () => {
    answerInTurn(refuse(503, "E503"), breakConnection, pending);
    expect(await settled(askStatus({ isSafe }))).toMatchObject({ status: "fulfilled" });
    expect(server.requests).toHaveLength(3);
  });

  it("makes no fourth attempt", async () => {
    answerInTurn(refuse(500, "E500"));
    await settled(askStatus({ isSafe }));
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    ["a rejection", refuse(422, "E002")],
    ["a long Retry-After", refuse(503, "E503", { headers: { "Retry-After": "5" } })],
  ])("makes no second attempt after %s", async (_, answer) => {
    answerInTurn(answer);
    await settled(askStatus({ isSafe }));
    expect(server.requests).toHaveLength(1);
  });

  it("waits as long as the server asks", async () => {
    answerInTurn(refuse(503, "E503", { headers: { "Retry-After": "1" } }), pending);
    const outcome = askStatus({ isSafe });
    await vi.advanceTimersByTimeAsync(999);
    expect(server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await outcome;
    expect(server.requests).toHaveLength(2);
  });

  it("makes no second attempt while the device is offline", async () => {
    setOnline(false);
    answerInTurn(breakConnection);
    await settled(askStatus({ isSafe }));
    expect(server.requests).toHaveLength(1);
  });
});

it("never repeats a call that changes something", async () => {
  answerInTurn(refuse(503, "E503"));
  await settled(askStatus());
  expect(server.requests).toHaveLength(1);
});
