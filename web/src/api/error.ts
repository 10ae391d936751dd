/**
 * The errors of a call, and functions that classify them. This file imports no client, so that the form may use it
 * before the client is loaded.
 */
import type { FieldError } from "#/core/core";
import type { FailureSource } from "#/lib/failure-source";
import type { components } from "./schema";

/** A code of an error of the server. */
export type ErrorCode = components["schemas"]["ErrorCode"];

type ErrorBody = Omit<components["schemas"]["ErrorResponse"], "fields"> & { fields?: FieldError[] };

export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    /** An English sentence for logs. */
    override readonly cause: string,
    readonly fields: readonly FieldError[] = [],
    readonly retryAfterMs: number | null = null,
    readonly source: "gateway" | "server" = "server",
    /** The beginning of the request id, by which the operator finds the call in the server's log. */
    readonly requestId: string | null = null,
  ) {
    super(`${code} ${cause}${requestId ? ` (request ${requestId})` : ""}`);
  }
}

/** The call got no answer: the device is offline, the connection broke, or the time ran out. */
export class NetworkError extends Error {
  override name = "NetworkError";
  readonly source = "network";
}

/** Counts the answer as a gateway's if the body is not an error of our server. */
export function apiErrorOf(
  status: number,
  body: unknown,
  header: (name: string) => string | null = () => null,
): ApiError {
  // Our server sends `Retry-After` in seconds. A gateway may send a date, which this function ignores.
  const seconds = Number(header("Retry-After") || Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null;
  const id = requestIdOf(header("X-Request-Id"));
  if (isErrorBody(body)) {
    const { code, cause, fields } = body;
    return new ApiError(status, code, cause, fields, retryAfterMs, "server", id);
  }
  const code = status >= 500 ? "E503" : "E500";
  return new ApiError(status, code, `status ${status}`, [], retryAfterMs, "gateway", id);
}

/** Returns the code for the message id `failure.CODE`. */
export function failureCode(error: unknown): ErrorCode | "network" {
  return error instanceof ApiError ? error.code : "network";
}

/**
 * Returns true if the same call may succeed later, because the network, the server, the login, a limit or the state of
 * the account stopped it. After another refusal, only a change by the person helps, so no page offers "Try again".
 */
export function mayPass(code: ErrorCode | "network"): boolean {
  if (code === "network" || code === "E005" || code === "E008") return true;
  return code.startsWith("E001") || code.startsWith("E5");
}

/** Counts an unknown error as the server's, so that a page does not blame the network for our fault. */
export function failureSource(error: unknown): FailureSource {
  return error instanceof ApiError || error instanceof NetworkError ? error.source : "server";
}

export function isTransient(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

/** Returns true if the server may have executed the call although its answer did not arrive. */
export function isAnswerLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  // A gateway answers 502 or 504 if the server did not answer it. The server may still have executed the call.
  return error.status === 502 || error.status === 504;
}

/** Returns whether the server refused the token because it has expired or is unknown. */
export function hasTokenExpired(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "E001A" || error.code === "E001B");
}

export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.code.startsWith("E001");
}

export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}

/**
 * Returns the first half of the id, which is enough to find the request in the server's log. `redact()` would replace
 * the whole id, because the whole id looks like a token.
 */
function requestIdOf(header: string | null): string | null {
  return header?.match(/^[0-9a-f]{16}/)?.[0] ?? null;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "code" in body && "cause" in body;
}
