/** What a reviewer asks for, as the scope of a form. */
import type { MyInfo } from "../../../api/account";
import { reasonText } from "../../../i18n/reason-text";
import type { useText } from "../../../i18n/use-text";
import { type FormScope, fieldOfPath, pagesAsking } from "../form/page-table";

type Text = ReturnType<typeof useText>;

/** Where a remark stands whose own field is on the screen only with some of the answers. */
const shownAt: Record<string, string> = {
  longitude: "latitude",
  reviewLink: "verifyMethod",
  verifyTempFileName: "verifyMethod",
};

/** The fields that may be sent again. */
export function askedFields({ review }: MyInfo): readonly string[] {
  return review.askedFields ?? [];
}

/** The pages that ask them, with the reviewer's words beside the fields. */
export function scopeOf(info: MyInfo, t: Text): FormScope {
  const remarks = new Map<string, string>();
  for (const reason of info.review.reasons) {
    const field = fieldOfPath(reason.path);
    const place = shownAt[field] ?? field;
    const said = reasonText(t, reason);
    const words = said
      ? t("register.resubmission.remark", { reason: said })
      : t("register.resubmission.remarkless");
    const before = remarks.get(place);
    remarks.set(place, before && before !== words ? `${before}\n${words}` : words);
  }
  return { pages: pagesAsking(askedFields(info)), remarks };
}

/**
 * The employer whose mailbox proved the profile as it stands. The server holds that mailbox as taken
 * by the account for good, though this device forgot it with the draft.
 */
export function provenEmployerOf({ profile }: MyInfo): string | null {
  const { verifyMethod, employerId } = profile;
  return verifyMethod === "WORK_EMAIL" && employerId ? employerId : null;
}

/** Tells one request of a reviewer from the next. */
export function stepOf({ review }: MyInfo): string {
  return JSON.stringify([review.reasons, review.askedFields]);
}
