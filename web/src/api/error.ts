/** One type for whatever a call can fail with. */
import type { ErrorCode, FieldError } from "../core/core";

/** The body of every error answer. */
interface ErrorBody {
  code: ErrorCode;
  cause: string;
  fields?: FieldError[];
}

/** An error answer of our server. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    /** Plain English, for logs and for codes without a sentence of their own. */
    override readonly cause: string,
    readonly fields: readonly FieldError[],
    /** When the server says that another try makes sense; null where it says nothing. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(`${code} ${cause}`);
  }
}

/** No answer: offline, or the connection broke. */
export class NetworkError extends Error {
  override name = "NetworkError";
}

/** The error an answer means; one that is not ours (a proxy's page) counts as "try again". */
export function apiErrorOf(status: number, body: unknown, retryAfter?: string | null): ApiError {
  // LINE and proxies may write a date; ours are seconds.
  const seconds = Number(retryAfter || Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null;
  if (isErrorBody(body)) {
    return new ApiError(status, body.code, body.cause, body.fields ?? [], retryAfterMs);
  }
  return new ApiError(
    status,
    status >= 500 ? "E503" : "E500",
    `status ${status}`,
    [],
    retryAfterMs,
  );
}

/** Whether the same call may succeed later without anything being changed. */
export function isPassing(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

/** Whether the token that was sent is of no use any more. */
export function hasEnded(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "E001A" || error.code === "E001B");
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "code" in body && "cause" in body;
}
