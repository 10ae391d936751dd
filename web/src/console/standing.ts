/** Says who has a case or has decided about it. */
import type { CaseStanding } from "#/api/review-client";
import type { Text } from "#/i18n/use-text";
import { formatTime } from "./times";

/** Describes the state of a case in a sentence. The server sends this state along with the error code E004. */
export function standingText(t: Text, standing: CaseStanding): string {
  const { state, holder, leaseUntil, decidedBy, decidedAt } = standing;
  if (decidedBy && decidedAt) {
    return t("console.standing.decided", { name: decidedBy, time: formatTime(decidedAt) });
  }
  if (state === "WITHDRAWN") return t("console.standing.withdrawn");
  if (state === "PARKED") return t("console.standing.parked");
  if (holder && leaseUntil) {
    return t("console.standing.held", { name: holder, time: formatTime(leaseUntil) });
  }
  return t(state === "OPEN" ? "console.standing.free" : "console.standing.over");
}
