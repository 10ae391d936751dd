/** The sentence for a failed call of the console. The limits of a reviewer have sentences of their own. */
import { ApiError, failureCode } from "../api/error";
import type { MessageId } from "../i18n/message-id";

const limits: Record<string, MessageId> = {
  claims: "console.limit.claims",
  turn: "console.limit.turn",
  openings: "console.limit.openings",
};

export function refusalText(error: unknown): MessageId {
  const limit = error instanceof ApiError && error.code === "E005" ? error.fields[0]?.path : null;
  return (limit && limits[limit]) || `failure.${failureCode(error)}`;
}
