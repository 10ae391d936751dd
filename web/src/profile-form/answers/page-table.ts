/** The pages of the form with their fields. The pages, the errors and the summary have the order of this table. */
import type { ProfileDraft, UserProfileCreate } from "#/core/core";
import { findConfig } from "#/lib/config";

/** A field of the profile that the form sends. */
export type FieldName = keyof UserProfileCreate;

/** The pages in order, with their fields in the order of the questions. */
export const pageTable = [
  { id: "you", fields: ["nickname", "name", "gender", "birthday"] },
  {
    id: "life",
    fields: [
      "height",
      "city",
      "address",
      "latitude",
      "longitude",
      "smoke",
      "drink",
      "tattoo",
      "marriageRecord",
      "hasChildren",
    ],
  },
  {
    id: "work",
    fields: ["occupationType", "occupation", "achievement", "incomeRange", "education", "school"],
  },
  { id: "tags", fields: ["personalityTagIds", "exerciseTagIds", "hobbyTagIds", "petTagIds"] },
  { id: "about", fields: ["aboutMe", "datingQuestion", "dailyLife", "surprisePoint", "mbti"] },
  { id: "marriage", fields: ["fertilityPlanTagIds", "marriageTypeTagIds"] },
  { id: "photos", fields: ["photoNameList"] },
  { id: "partner", fields: ["matchGender", "recommendDistanceKm", "valueItem"] },
  {
    id: "verification",
    fields: [
      "verifyMethod",
      "verifyTempFileName",
      "reviewLink",
      "employerId",
      "verifyDescription",
      "ageProofFileName",
    ],
  },
  // The app fills in the LINE account. It belongs to the last page, so that this page shows errors about it.
  { id: "check", fields: ["feedback", "account", "password"] },
] as const satisfies readonly { id: string; fields: readonly FieldName[] }[];

/** The name of a page in the address and in storage. */
export type PageId = (typeof pageTable)[number]["id"];

/** A page of one form, with the fields that this form asks for. */
export interface FormPage {
  id: PageId;
  fields: readonly FieldName[];
}

/** The questions of a form. A new profile has all questions, and a change or a reviewer's request only some. */
export interface FormScope {
  pages: readonly FormPage[];
  /** The reviewer's remarks by field. */
  remarks: ReadonlyMap<string, string>;
  /** True if the member took the profile back from the review. The form then begins with the list of answers. */
  isTakenBack?: boolean;
  /** The city in the profile that the server has stored. */
  storedCity?: string;
  /** The proof of age; undefined if the form does not ask for one. */
  ageProof?: {
    /** The birthday that a reviewer has checked. It needs no further proof. Empty if no reviewer has checked one. */
    checkedBirthday: string;
  };
}

/** The scope of a new profile: all questions. */
export const wholeScope: FormScope = { pages: pageTable, remarks: new Map() };

/** Returns the scope of a new profile, with a proof of age if this deployment asks for one. */
export function scopeOfNewcomer(): FormScope {
  return findConfig()?.ageProof ? { ...wholeScope, ageProof: { checkedBirthday: "" } } : wholeScope;
}

/** Returns whether a form of this scope has the field. */
export function asksField(scope: FormScope, field: FieldName): boolean {
  return scope.pages.some(({ fields }) => fields.includes(field));
}

/**
 * Returns whether the form shows the field for this draft. The form shows the link or the document only for its method
 * of verification, and the proof of age only for a birthday that no reviewer has checked.
 */
export function isFieldShown(
  field: string,
  { verifyMethod, birthday }: ProfileDraft,
  { ageProof }: Pick<FormScope, "ageProof">,
): boolean {
  if (field === "ageProofFileName") {
    if (!ageProof) return false;
    return ageProof.checkedBirthday === "" || birthday !== ageProof.checkedBirthday;
  }
  if (field === "verifyTempFileName") return verifyMethod === "DOCUMENT";
  if (field === "reviewLink") return verifyMethod === "LINK";
  return true;
}

/** Returns the pages with at least one of these fields, and always the last page. */
export function pagesAsking(fields: readonly string[]): FormPage[] {
  return pageTable
    .map(({ id, fields: all }): FormPage => {
      return { id, fields: all.filter((field) => fields.includes(field)) };
    })
    .filter(({ id, fields: asked }) => asked.length > 0 || id === lastPage);
}

export const firstPage: PageId = pageTable[0].id;
/** The page with the summary of all answers and the button that sends them. */
export const lastPage: PageId = "check";

/** Returns `text` if it is the id of a page, else null. */
export function parsePage(text: unknown): PageId | null {
  return pageTable.find((page) => page.id === text)?.id ?? null;
}

export function pageIndex(id: PageId): number {
  return pageTable.findIndex((page) => page.id === id);
}

/** Returns the page after `id`, or the last page if `id` is the last one. */
export function pageAfter(id: PageId, pages: readonly FormPage[] = pageTable): PageId {
  return pages.find((page) => pageIndex(page.id) > pageIndex(id))?.id ?? lastPage;
}

/** Returns the page before `id`, or null if `id` is the first page. */
export function pageBefore(id: PageId, pages: readonly FormPage[] = pageTable): PageId | null {
  return pages.findLast((page) => pageIndex(page.id) < pageIndex(id))?.id ?? null;
}

/** Returns the field at the start of a path: `valueItem` for `valueItem[2].to`. */
export function fieldOfPath(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}

/** Returns the page that asks for the value at `path`, or the last page if no page asks for it. */
export function pageOfPath(path: string): PageId {
  const field = fieldOfPath(path);
  return pageTable.find((page) => page.fields.some((name) => name === field))?.id ?? lastPage;
}
