/** The request for fields of a stored profile, as the scope of a form and as the rules for it. */
import type { MyInfo } from "#/api/account";
import type { ProfileDraft } from "#/core/core";
import { reasonText } from "#/i18n/reason-text";
import type { Text } from "#/i18n/use-text";
import { type FormScope, fieldOfPath, pagesAsking } from "#/profile-form/answers/page-table";

/** Fields that the form shows with some answers only, each with a field that it always shows. */
const shownAt: Record<string, string> = {
  longitude: "latitude",
  reviewLink: "verifyMethod",
  verifyTempFileName: "verifyMethod",
};

/** Returns the fields that the person may send again. */
export function requestedFields({ review }: MyInfo): readonly string[] {
  return review.askedFields ?? [];
}

/** Returns the pages of these fields, with the reviewer's remarks. */
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

/** The two ways of telling a request from others. One of them is enough. */
export interface RequestId {
  /** The questions; for a profile that was taken back, whose questions are always the same, its answers too. */
  requestId: string;
  /** The time of the request, which stays while a deploy adds a question. Servers of earlier builds send none. */
  askedAt?: string | undefined;
}

export function requestIdOf({ review, profile }: MyInfo): RequestId {
  const request = [review.reasons, review.askedFields];
  const requestId = JSON.stringify(review.takenBack ? [...request, profile] : request);
  return { requestId, askedAt: review.askedAt ?? undefined };
}

/** Returns whether two requests are the same. A reviewer who asks the same again needs the same answers. */
export function isSameRequest(one: RequestId, other: RequestId): boolean {
  const isOfOneTime = one.askedAt !== undefined && one.askedAt === other.askedAt;
  return isOfOneTime || one.requestId === other.requestId;
}

/** The stored values that decide what is sent. */
type StoredValues = Pick<MyInfo["profile"], "verifyTempFileName" | "ageProofFileName" | "city">;

/**
 * Returns the requested fields. The server keeps its value of a field that the payload lacks: a
 * document that is still the same, or a place that this device does not know. If the person removed the
 * place, or chose another city and no place, the payload removes the stored place.
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
