import { describe, logger } from "#/logger/logger";
import { ApiError } from "./error";

/** Logs an E500 of our server with its request id, by which the operator finds the cause in the server's log. */
export function logServerFault(error: unknown): void {
  const isOurs = error instanceof ApiError && error.source === "server" && error.code === "E500";
  if (isOurs) logger.warn(describe(error));
}
