/** What LINE's SDK says went wrong, as one of a closed list of codes; sentences are made of the code alone. */
import type { MessageId } from "../i18n/message-id";

/**
 * The SDK's codes (seed, section 8), with the situations in which its code (2.31.0) throws them. The
 * messages beside them change from version to version, and nothing here reads them.
 */
const sdkCodes = [
  /** An HTTP status without a code of its own; a consent screen that broke off; ten lost reconnects. */
  "UNKNOWN",
  /** No access token, consent refused, a sub-window's call outside a sub-window, or the other way. */
  "UNAUTHORIZED",
  /** What was handed over breaks a rule; core's rules refuse most of it before. */
  "INVALID_ARGUMENT",
  /** `init`: the login came back with an error, no context, no feature token, another LIFF id. */
  "INIT_FAILED",
  /** Not in this browser, this version of LINE, this kind of chat or this app's scopes. */
  "FORBIDDEN",
  /** No LIFF id, or the page lies outside the app's endpoint. */
  "INVALID_CONFIG",
  /** The ID token's alg, kid, iss, aud, exp or signature; on a sound deployment it is exp. */
  "INVALID_ID_TOKEN",
  /** The browser blocked the pop-up of a picker or a sub-window. */
  "CREATE_SUBWINDOW_FAILED",
  /** The picker gave no answer in ten minutes or an error; a sub-window lost who opened it. */
  "EXCEPTION_IN_SUBWINDOW",
] as const;

/** Statuses that the SDK hands on as codes of their own, where LINE's answer names no code. */
const httpCodes = ["400", "401", "403", "404", "429", "500"] as const;

export const lineErrorCodes = [...sdkCodes, ...httpCodes] as const;
export type LineErrorCode = (typeof lineErrorCodes)[number];

export interface LineError {
  code: LineErrorCode;
  /** As LINE wrote it, for its support; null where what was thrown has none. */
  platformCode: string | null;
  /** The likely cause is this device's clock. */
  isClock: boolean;
}

/**
 * Where LINE's answer names a code the SDK hands that on instead of the status: these are OAuth's
 * (RFC 6749, section 5.2, and RFC 6750, section 3.1), each with the status it is answered under.
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

/** What was thrown by any call of the SDK. */
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

/** The ids of the sentence that says what happened and of the one that says what to do. */
export function lineErrorTexts(code: LineErrorCode): LineErrorTexts {
  return { what: `line.${code}`, advice: `line.${code}.advice` };
}

/** Codes of the browser's own errors are numbers (DOMException), and say nothing of LINE. */
function platformCodeOf(error: unknown): string | null {
  const hasCode = typeof error === "object" && error !== null && "code" in error;
  return hasCode && typeof error.code === "string" && error.code !== "" ? error.code : null;
}

function oauthCodeOf(platformCode: string | null): LineErrorCode | undefined {
  return platformCode !== null && Object.hasOwn(oauthCodes, platformCode)
    ? oauthCodes[platformCode]
    : undefined;
}
