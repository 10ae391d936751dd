import { describe, expect, it } from "vitest";
import { redact } from "#/logger/redact";
import {
  ApiError,
  apiErrorOf,
  type ErrorCode,
  failureCode,
  failureSource,
  hasTokenExpired,
  isAnswerLost,
  isTransient,
  isUnauthenticated,
  mayPass,
  NetworkError,
} from "./error";

/** The refusals after which the same call may succeed later. */
const passing = {
  network: true,
  E001: true,
  E001A: true,
  E001B: true,
  E002: false,
  E003: false,
  E004: false,
  E005: true,
  E006: false,
  E007: false,
  E008: true,
  E009: false,
  E010: false,
  E500: true,
  E503: true,
} satisfies Record<ErrorCode | "network", boolean>;

it.each(Object.entries(passing))("a failure with %s may pass: %s", (code, passes) => {
  expect(mayPass(code as ErrorCode | "network")).toBe(passes);
});

const network = new NetworkError("no answer");
const bug = new TypeError("a bug");
const ours = (status: number, code: ApiError["code"]) => apiErrorOf(status, { code, cause: "" });

describe("an error answer", () => {
  it("becomes an error with its code, cause, status and fields", () => {
    const fields = [{ path: "height", code: "range" as const, params: { min: 100 } }];
    const error = apiErrorOf(422, { code: "E002", cause: "the body breaks a rule", fields });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: "E002", status: 422, cause: "the body breaks a rule" });
    expect(error.fields).toEqual(fields);
  });

  it("has no fields if the body names none", () => {
    expect(ours(404, "E003").fields).toEqual([]);
  });

  it.each([
    [502, "<html>bad gateway</html>", "E503"],
    [404, null, "E500"],
    [413, { message: "too large" }, "E500"],
  ])("of a gateway (%i) gets a code too", (status, body, code) => {
    expect(apiErrorOf(status, body)).toMatchObject({ code, source: "gateway" });
  });

  it.each([
    ["5", 5000],
    ["Wed, 21 Oct 2026 07:28:00 GMT", null],
    [null, null],
  ])("with the Retry-After %s asks for a wait of %s ms", (retryAfter, ms) => {
    expect(apiErrorOf(503, null, () => retryAfter).retryAfterMs).toBe(ms);
  });

  it.each([
    ["6f1c29ae5b7c4d0a9e8f001122334455", "E500 cause (request 6f1c29ae5b7c4d0a)"],
    ["<script>", "E500 cause"],
    [null, "E500 cause"],
  ])("with the request id %s has a message that the log keeps", (id, message) => {
    const header = (name: string) => (name === "X-Request-Id" ? id : null);
    const error = apiErrorOf(500, { code: "E500", cause: "cause" }, header);
    expect(error.message).toBe(message);
    expect(redact(message)).toBe(message);
  });
});

describe("a failed call", () => {
  it.each([
    ["no answer", network, true],
    ["a busy server", ours(503, "E503"), true],
    ["a broken rule", ours(422, "E002"), false],
    ["a bug of the page", bug, false],
  ])("after %s is transient: %s, %s", (_, error, expected) => {
    expect(isTransient(error)).toBe(expected);
  });

  it.each([
    ["no answer", network, "network", "network"],
    ["a gateway", apiErrorOf(503, "<html>"), "gateway", "E503"],
    ["our busy server", ours(503, "E503"), "server", "E503"],
    ["our broken server", ours(500, "E500"), "server", "E500"],
    ["a bug of the page", bug, "server", "network"],
  ])("names its source and its sentence: %s", (_, error, source, code) => {
    expect(failureSource(error)).toBe(source);
    expect(failureCode(error)).toBe(code);
  });

  it.each([
    ["no answer", network, true],
    ["a gateway that could not read the answer", apiErrorOf(502, null), true],
    ["a gateway that gave up waiting", apiErrorOf(504, null), true],
    ["our busy server", ours(503, "E503"), false],
    ["a gateway without a server", apiErrorOf(503, null), false],
  ])("may have taken effect: %s", (_, error, expected) => {
    expect(isAnswerLost(error)).toBe(expected);
  });

  it.each([
    ["E001", true, false],
    ["E001A", true, true],
    ["E001B", true, true],
    ["E008", false, false],
  ] as const)(
    "with %s is unauthenticated: %s, and its token has expired: %s",
    (code, no, expired) => {
      expect(isUnauthenticated(ours(401, code))).toBe(no);
      expect(hasTokenExpired(ours(401, code))).toBe(expired);
    },
  );
});
