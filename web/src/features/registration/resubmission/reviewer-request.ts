/** A reviewer's request for fields of a stored profile: the form's pages, the request's ids, and the payload. */
import type { MyInfo } from "#/api/account";
import type { ProfileDraft } from "#/core/core";
import { reasonText } from "#/i18n/reason-text";
import type { Text } from "#/i18n/use-text";
import { type FormScope, fieldOfPath, pagesAsking } from "#/profile-form/answers/page-table";

/** Fields that the form may hide, and the fields at which the reviewer's remarks about them appear instead. */
const shownAt: Record<string, string> = {
  longitude: "latitude",
  reviewLink: "verifyMethod",
  verifyTempFileName: "verifyMethod",
};

/** Returns the fields that the person may send again. */
export function requestedFields({ review }: MyInfo): readonly string[] {
  return review.askedFields ?? [];
}

/** Returns the pages with the requested fields, and the reviewer's remarks about these fields. */
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
  const pages = pagesAsking(requestedFields(info));
  const isTakenBack = info.review.takenBack === true;
  const isAgeAsked = requestedFields(info).includes("ageProofFileName");
  const checkedBirthday = info.ageCheck?.birthday ?? "";
  return {
    pages,
    remarks,
    isTakenBack,
    storedCity: info.profile.city,
    ...(isAgeAsked ? { ageProof: { checkedBirthday } } : {}),
  };
}

/** Two ids of a request. Two requests are the same if one of their ids is equal. */
export interface RequestId {
  /** The questions as JSON. A profile that was taken back always gets the same ones, so its answers are added. */
  requestId: string;
  /** The time of the request. A deploy that adds a question keeps it. Servers of earlier builds send no time. */
  askedAt?: string | undefined;
}

export function requestIdOf({ review, profile }: MyInfo): RequestId {
  const request = [review.reasons, review.askedFields];
  const requestId = JSON.stringify(review.takenBack ? [...request, profile] : request);
  return { requestId, askedAt: review.askedAt ?? undefined };
}

/** Returns whether two requests need the same answers. A later request with the same questions does. */
export function isSameRequest(one: RequestId, other: RequestId): boolean {
  const isOfOneTime = one.askedAt !== undefined && one.askedAt === other.askedAt;
  return isOfOneTime || one.requestId === other.requestId;
}

/** The values of the server's profile with which `payloadOf` compares the answers. */
type StoredValues = Pick<MyInfo["profile"], "verifyTempFileName" | "ageProofFileName" | "city">;

/**
 * Returns the answers to the requested fields. Leaves out an unchanged document, and a place that this device does not
 * know: the server then keeps its own value. Removes the stored place if the person removed it, or chose another city
 * without a new place.
 */
export function payloadOf(
  draft: ProfileDraft,
  fields: readonly string[],
  stored: StoredValues,
): ProfileDraft {
  const answers = Object.entries(draft).flatMap(([field, value]: [string, unknown]) => {
    if (!fields.includes(field) || value === undefined || value === null) return [];
    const isDocument = field === "verifyTempFileName" || field === "ageProofFileName";
    if (isDocument && value === stored[field]) return [];
    return [[field, Array.isArray(value) ? value.filter((item) => item !== null) : value]];
  });
  const hasMoved = fields.includes("city") && draft.city !== stored.city;
  const isRemoved = draft.latitude === null || (hasMoved && draft.latitude === undefined);
  const isPlaceGone = isRemoved && fields.includes("latitude");
  const place = isPlaceGone ? { latitude: null, longitude: null } : {};
  return { ...Object.fromEntries(answers), ...place } as ProfileDraft;
}

/** Returns whether two payloads have the same answers, in any order. */
export function hasSameAnswers(one: ProfileDraft, other: ProfileDraft): boolean {
  const sorted = (payload: ProfileDraft) => JSON.stringify(Object.entries(payload).sort());
  return sorted(one) === sorted(other);
}
