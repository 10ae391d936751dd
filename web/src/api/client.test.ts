import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { activate } from "../i18n/load";
import { text } from "../i18n/use-text";
import { publicConfig } from "../lib/config";
import { testConfig } from "../lib/config.testing";
import { currentToken, forgetSession, setToken } from "../session/session";
import { addToast } from "../toasts/toasts";
import { call } from "./client";
import { forgetToldFailures } from "./failure-toasts";

vi.mock("../lib/config");
vi.mock("../toasts/toasts");

/** What the server got, and what it answers next; the last answer is given ever after. */
let requests: Request[];
let answers: (() => Response | Promise<Response>)[];

const refusal =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ code, cause: "a reason" }, { status, headers });
const good = () => Response.json({ reviewStatus: "PENDING" });

beforeAll(() => activate("en"));

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(publicConfig).mockReturnValue({
    ...testConfig,
    apiServerPath: "https://app.example/api",
  });
  requests = [];
  answers = [good];
  vi.stubGlobal("fetch", async (request: Request) => {
    requests.push(request);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return await answer?.();
  });
  vi.mocked(addToast).mockReset();
  forgetToldFailures();
  setToken("mine");
});

afterEach(() => {
  forgetSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const myInfo = (options?: Parameters<typeof call>[1]) =>
  call((client) => client.GET("/user/my-info"), options);

/** Lets the waits between tries pass. */
async function settled<Value>(promise: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const [[result]] = await Promise.all([
    Promise.allSettled([promise]),
    vi.advanceTimersByTimeAsync(10_000),
  ]);
  return result as PromiseSettledResult<Value>;
}

describe("every call", () => {
  it("carries the session's token, unless it is public", async () => {
    await myInfo();
    await myInfo({ isPublic: true });
    expect(requests.map(({ headers }) => headers.get("Authorization"))).toEqual([
      "Bearer mine",
      null,
    ]);
  });

  it("keeps a renewed token from any answer", async () => {
    answers = [refusal(404, "E003", { Authorization: "Bearer newer" }), good];
    await settled(myInfo());
    await myInfo();
    expect(currentToken()).toBe("newer");
    expect(requests[1]?.headers.get("Authorization")).toBe("Bearer newer");
  });

  it("takes no renewed token after a logout", async () => {
    answers = [
      () => {
        forgetSession();
        return Response.json({}, { headers: { Authorization: "Bearer newer" } });
      },
    ];
    await myInfo();
    expect(currentToken()).toBeNull();
  });

  it("does not take a token from the answer to a public one", async () => {
    answers = [() => Response.json({}, { headers: { Authorization: "Bearer other" } })];
    await myInfo({ isPublic: true });
    expect(currentToken()).toBe("mine");
  });
});

describe("a failed call", () => {
  it("is told as a red toast of three seconds", async () => {
    answers = [refusal(409, "E004")];
    await settled(myInfo());
    expect(addToast).toHaveBeenCalledExactlyOnceWith(text("failure.E004"), {
      color: "red",
      durationMs: 3000,
    });
  });

  it("is not told where the page does so itself", async () => {
    answers = [refusal(409, "E004")];
    await settled(myInfo({ showToast: false }));
    expect(addToast).not.toHaveBeenCalled();
  });

  it("without an answer is told as such", async () => {
    answers = [() => Promise.reject(new TypeError("Failed to fetch"))];
    expect(await settled(myInfo())).toMatchObject({ reason: { name: "NetworkError" } });
    expect(addToast).toHaveBeenCalledWith(text("failure.network"), expect.anything());
  });

  it.each(["E001", "E001A", "E001B"])(
    "with %s is told once, until someone logs in",
    async (code) => {
      answers = [refusal(401, code)];
      await settled(myInfo());
      await settled(myInfo());
      expect(addToast).toHaveBeenCalledTimes(1);
      forgetToldFailures();
      await settled(myInfo());
      expect(addToast).toHaveBeenCalledTimes(2);
    },
  );

  it.each([
    ["E001A", null],
    ["E001B", null],
    ["E001", "mine"],
    ["E008", "mine"],
  ])("with %s leaves the token %s", async (code, token) => {
    answers = [refusal(401, code)];
    await settled(myInfo());
    expect(currentToken()).toBe(token);
  });

  it("that was public leaves the token alone", async () => {
    answers = [refusal(401, "E001A")];
    await settled(myInfo({ isPublic: true }));
    expect(currentToken()).toBe("mine");
  });

  it("leaves a token alone that came in its place meanwhile", async () => {
    answers = [
      () => {
        setToken("of another tab");
        return refusal(401, "E001B")();
      },
    ];
    await settled(myInfo());
    expect(currentToken()).toBe("of another tab");
  });
});

describe("a safe call", () => {
  it("is tried three times while the failure may pass", async () => {
    answers = [refusal(503, "E503"), () => Promise.reject(new TypeError()), good];
    expect(await settled(myInfo({ isSafe: true }))).toMatchObject({ status: "fulfilled" });
    expect(requests).toHaveLength(3);
    expect(addToast).not.toHaveBeenCalled();
  });

  it("is tried three times at most", async () => {
    answers = [refusal(500, "E500")];
    await settled(myInfo({ isSafe: true }));
    expect(requests).toHaveLength(3);
  });

  it.each([
    ["a refusal", refusal(422, "E002")],
    ["a server that asks for more patience", refusal(503, "E503", { "Retry-After": "5" })],
  ])("is not tried again after %s", async (_, answer) => {
    answers = [answer];
    await settled(myInfo({ isSafe: true }));
    expect(requests).toHaveLength(1);
  });

  it("waits as long as the server asks", async () => {
    answers = [refusal(503, "E503", { "Retry-After": "1" }), good];
    const pending = myInfo({ isSafe: true });
    await vi.advanceTimersByTimeAsync(999);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await pending;
    expect(requests).toHaveLength(2);
  });

  it("is not tried again without a network", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    answers = [() => Promise.reject(new TypeError())];
    await settled(myInfo({ isSafe: true }));
    expect(requests).toHaveLength(1);
    vi.restoreAllMocks();
  });
});

it("tries nothing again that changes something", async () => {
  answers = [refusal(503, "E503")];
  await settled(myInfo());
  expect(requests).toHaveLength(1);
});
