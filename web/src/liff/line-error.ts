/** The errors of LINE's SDK, as a closed list of codes. The page chooses its sentences by the code alone. */
import type { MessageId } from "#/i18n/message-id";

/**
 * The codes of the SDK, with the situations in which its version 2.31.0 throws them. This file does not read the
 * messages of the errors, because they change from version to version.
 */
const sdkCodes = [
  /**
   * Thrown for an HTTP status without a code of its own, an interrupted consent screen, or ten failed attempts to
   * reconnect.
   */
  "UNKNOWN",
  /** Thrown without an access token or a consent, and for a call that works only in the other kind of window. */
  "UNAUTHORIZED",
  /** An argument breaks a rule of the SDK. Core's rules refuse most such arguments before the call. */
  "INVALID_ARGUMENT",
  /** Thrown by `init` for an error of the login, a missing context or feature token, or a different LIFF id. */
  "INIT_FAILED",
  /** The browser, the version of LINE, the kind of chat or the scopes of the app do not allow the call. */
  "FORBIDDEN",
  /** The LIFF id is missing, or the page lies outside the LIFF app's endpoint URL. */
  "INVALID_CONFIG",
  /**
   * The ID token's alg, kid, iss, aud, exp or signature is wrong. In a correct deployment only exp can be wrong, if the
   * device's clock is wrong.
   */
  "INVALID_ID_TOKEN",
  /** The browser blocked the pop-up of a picker or a sub-window. */
  "CREATE_SUBWINDOW_FAILED",
  /** The picker failed, LINE gave no answer in ten minutes, or a sub-window lost its main window. */
  "EXCEPTION_IN_SUBWINDOW",
] as const;

/** The statuses that the SDK uses as codes if LINE's answer names no code. */
const httpCodes = ["400", "401", "403", "404", "429", "500"] as const;

export const lineErrorCodes = [...sdkCodes, ...httpCodes] as const;
export type LineErrorCode = (typeof lineErrorCodes)[number];

export interface LineError {
  code: LineErrorCode;
  /** The code that LINE sent, which LINE's support understands; null if the error has none. */
  platformCode: string | null;
  isClock: boolean;
}

/**
 * The codes of OAuth (RFC 6749, section 5.2, and RFC 6750, section 3.1) with their statuses. If LINE's answer names an
 * OAuth code, the SDK throws the OAuth code in place of the status.
 */
const oauthCodes: Record<string, LineErrorCode> = {
  invalid_request: "400",
  invalid_grant: "400",
  invalid_scope: "400",
  unauthorized_client: "400",
  unsupported_grant_type: "400",
  invalid_client: "401",
  invalid_token: "401",
  access_denied: "403",
  insufficient_scope: "403",
  server_error: "500",
};

export function lineErrorOf(error: unknown): LineError {
  const platformCode = platformCodeOf(error);
  const known = lineErrorCodes.find((code) => code === platformCode);
  const code = known ?? oauthCodeOf(platformCode) ?? "UNKNOWN";
  return { code, platformCode, isClock: code === "INVALID_ID_TOKEN" };
}

export interface LineErrorTexts {
  what: MessageId;
  advice: MessageId;
}

export function lineErrorTexts(code: LineErrorCode): LineErrorTexts {
  return { what: `line.${code}`, advice: `line.${code}.advice` };
}

/** Returns null for the browser's own errors (DOMException), whose codes are numbers and not codes of LINE. */
function platformCodeOf(error: unknown): string | null {
  const hasCode = typeof error === "object" && error !== null && "code" in error;
  return hasCode && typeof error.code === "string" && error.code !== "" ? error.code : null;
}

function oauthCodeOf(platformCode: string | null): LineErrorCode | undefined {
  return platformCode !== null && Object.hasOwn(oauthCodes, platformCode)
    ? oauthCodes[platformCode]
    : undefined;
}
