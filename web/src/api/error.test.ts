import { describe, expect, it } from "vitest";
import { ApiError, apiErrorOf, isPassing, NetworkError } from "./error";

describe("an error answer", () => {
  it("keeps code, cause, status and fields", () => {
    const fields = [{ path: "height", code: "too_small" as const, params: { min: 100 } }];
    const error = apiErrorOf(422, { code: "E002", cause: "the body breaks a rule", fields });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: "E002", status: 422, cause: "the body breaks a rule" });
    expect(error.fields).toEqual(fields);
  });

  it("has no fields where the body names none", () => {
    expect(apiErrorOf(404, { code: "E003", cause: "not found" }).fields).toEqual([]);
  });

  it.each([
    [502, "<html>bad gateway</html>", "E503"],
    [404, null, "E500"],
    [413, { message: "too large" }, "E500"],
  ])("that is not ours (%i) gets a code all the same", (status, body, code) => {
    expect(apiErrorOf(status, body).code).toBe(code);
  });

  it.each([
    [new NetworkError("no answer"), true],
    [apiErrorOf(503, { code: "E503", cause: "busy" }), true],
    [apiErrorOf(422, { code: "E002", cause: "rules" }), false],
    [new TypeError("a bug"), false],
  ])("passes by itself or not: %s, %s", (error, passes) => {
    expect(isPassing(error)).toBe(passes);
  });
});
