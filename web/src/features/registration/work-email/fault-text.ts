/** The sentence for why a step of the confirmation failed. */
import { hasText, type useText } from "../../../i18n/use-text";
import type { WorkEmailFault } from "./work-email-fault";

type Text = ReturnType<typeof useText>;

/** What may have happened where no answer came. */
const lostTexts = { sending: "maybeSent", confirming: "maybeConfirmed", nothing: "offline" };

/** Null where nothing failed at `place`; a fault of the call is at no box. */
export function faultText(
  t: Text,
  fault: WorkEmailFault | null,
  place: WorkEmailFault["at"],
): string | undefined {
  if (fault?.at !== place) return undefined;
  if (fault.at !== null) {
    const ownId = `errors.${fault.at}.${fault.code}`;
    const label = t(`register.${fault.at === "employerId" ? "employerId" : "workEmail"}.label`);
    return hasText(ownId) ? t(ownId, { label }) : t(`errors.${fault.code as string}`, { label });
  }
  if (fault.code === null) return t(`register.workEmail.${lostTexts[fault.lost ?? "nothing"]}`);
  return t(fault.code === "E503" ? "register.workEmail.notSent" : `failure.${fault.code}`);
}
