/** Logs failures of calls that the operator should follow to their cause. */
import { describe, logger } from "#/logger/logger";
import { ApiError } from "./error";

/** Logs an E500 of our server with the id of its request. The lines of the server with that id have the cause. */
export function logServerFault(error: unknown): void {
  const isOurs = error instanceof ApiError && error.source === "server" && error.code === "E500";
  if (isOurs) logger.warn(describe(error));
}
