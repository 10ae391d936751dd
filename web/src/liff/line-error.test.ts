/** The codes of LINE, over the whole table. */
import { describe, expect, it } from "vitest";
import { languages } from "#/i18n/languages";
import { type LineErrorCode, lineErrorCodes, lineErrorOf, lineErrorTexts } from "./line-error";

const catalogues = import.meta.glob<Record<string, unknown>>("../i18n/messages/*/line.json", {
  eager: true,
  import: "default",
});

/** Returns an error of the shape that the SDK throws: a code beside the message. */
const thrown = (code: unknown) =>
  Object.assign(new Error("prose that the app does not read"), { code });

describe("an error of LINE", () => {
  it.each(lineErrorCodes)("has the code %s", (code) => {
    const isClock = code === "INVALID_ID_TOKEN";
    expect(lineErrorOf(thrown(code))).toEqual({ code, platformCode: code, isClock });
  });

  it("has one of fifteen codes: nine of the SDK and six statuses", () => {
    expect(new Set(lineErrorCodes).size).toBe(15);
  });

  it.each<[string, LineErrorCode]>([
    ["invalid_request", "400"],
    ["invalid_grant", "400"],
    ["invalid_scope", "400"],
    ["unauthorized_client", "400"],
    ["unsupported_grant_type", "400"],
    ["invalid_client", "401"],
    ["invalid_token", "401"],
    ["access_denied", "403"],
    ["insufficient_scope", "403"],
    ["server_error", "500"],
  ])("that OAuth calls %s becomes the status %s", (platformCode, code) => {
    expect(lineErrorOf(thrown(platformCode))).toEqual({ code, platformCode, isClock: false });
  });

  it.each(["402", "503", "RATE_LIMIT_EXCEEDED", "forbidden", "toString"])(
    "with another code (%s) is unknown, and keeps the code for LINE's support",
    (platformCode) => {
      expect(lineErrorOf(thrown(platformCode))).toEqual({
        code: "UNKNOWN",
        platformCode,
        isClock: false,
      });
    },
  );

  it.each([
    new TypeError("Failed to fetch"),
    new DOMException("The operation was aborted.", "AbortError"),
    new Error("UNAUTHORIZED"),
    thrown(401),
    thrown(""),
    "FORBIDDEN",
    null,
    undefined,
  ])("without a code of its own is unknown, whatever its message (%s)", (error) => {
    expect(lineErrorOf(error)).toEqual({ code: "UNKNOWN", platformCode: null, isClock: false });
  });

  it.each(languages)("has a sentence and advice for each code in %s", (language) => {
    const catalogue = catalogues[`../i18n/messages/${language}/line.json`] ?? {};
    const ids = lineErrorCodes.flatMap((code) => Object.values(lineErrorTexts(code)));
    expect(Object.keys(catalogue).sort()).toEqual(ids.sort());
    // A compiled message without values is a list of one text.
    for (const id of ids) expect(catalogue[id], id).toEqual([expect.stringMatching(/[.。]$/u)]);
  });
});
