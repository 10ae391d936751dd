/** A reviewer's request for fields of a stored profile: the form's pages, the request's ids, and the payload. */
import type { MyInfo } from "#/api/account";
import type { ProfileDraft } from "#/core/core";
import { reasonText } from "#/i18n/reason-text";
import type { Text } from "#/i18n/use-text";
import { type FormScope, fieldOfPath, pagesAsking } from "#/profile-form/answers/page-table";

/** Maps each field that the form may hide to the field that shows the reviewer's remark about the hidden field. */
const shownAt: Record<string, string> = {
  longitude: "latitude",
  reviewLink: "verifyMethod",
  verifyTempFileName: "verifyMethod",
};

export function requestedFields({ review }: MyInfo): readonly string[] {
  return review.askedFields ?? [];
}

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

/** The two ids of a request. Two requests count as the same if one of the two ids is equal. */
export interface RequestId {
  /** The questions as JSON. After a take-back, these never differ, so the profile is added to tell requests apart. */
  requestId: string;
  /** The time of the request, which stays the same if a deploy adds a question. Earlier servers send no time. */
  askedAt?: string | undefined;
}

export function requestIdOf({ review, profile }: MyInfo): RequestId {
  const request = [review.reasons, review.askedFields];
  const requestId = JSON.stringify(review.takenBack ? [...request, profile] : request);
  return { requestId, askedAt: review.askedAt ?? undefined };
}

/** A later request with the same questions counts as the same request, because it needs the same answers. */
export function isSameRequest(one: RequestId, other: RequestId): boolean {
  const isOfOneTime = one.askedAt !== undefined && one.askedAt === other.askedAt;
  return isOfOneTime || one.requestId === other.requestId;
}

type StoredValues = Pick<MyInfo["profile"], "verifyTempFileName" | "ageProofFileName" | "city">;

/**
 * Returns the answers to the requested fields. Leaves out an unchanged document and an unknown location, so that the
 * server keeps its own value. Removes the server's location if the person removed the location, or chose another city
 * without a new location.
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

export function hasSameAnswers(one: ProfileDraft, other: ProfileDraft): boolean {
  const sorted = (payload: ProfileDraft) => JSON.stringify(Object.entries(payload).sort());
  return sorted(one) === sorted(other);
}
