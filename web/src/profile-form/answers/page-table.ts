/** The pages of the form with their fields. Pages, errors and the summary follow this table. */
import type { ProfileDraft, UserProfileCreate } from "#/core/core";
import { findConfig } from "#/lib/config";

/** A field of the payload. */
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
  // A person cannot type the LINE account, so only the last page can show an error about it.
  { id: "check", fields: ["feedback", "account", "password"] },
] as const satisfies readonly { id: string; fields: readonly FieldName[] }[];

/** The name of a page in the address and in storage. */
export type PageId = (typeof pageTable)[number]["id"];

/** A page with those of its fields that this form has. */
export interface FormPage {
  id: PageId;
  fields: readonly FieldName[];
}

/** The questions of a form: all for a new profile, a few if a reviewer asked for more. */
export interface FormScope {
  pages: readonly FormPage[];
  /** The reviewer's remarks by field. */
  remarks: ReadonlyMap<string, string>;
  /** True for a profile that its member took back: the form begins with the list of answers. */
  isTakenBack?: boolean;
  /** The city of the profile that the server has. */
  storedCity?: string;
  /** The proof of age, where the deployment asks for one. */
  ageProof?: {
    /** The birthday that needs no document, because a reviewer has checked it; empty if no reviewer has checked any. */
    checkedBirthday: string;
  };
}

/** The scope of a new profile: all questions. */
export const wholeScope: FormScope = { pages: pageTable, remarks: new Map() };

/** Returns the scope of a new profile in this deployment. */
export function scopeOfNewcomer(): FormScope {
  return findConfig()?.ageProof ? { ...wholeScope, ageProof: { checkedBirthday: "" } } : wholeScope;
}

/** Returns whether a form of this scope has the field. */
export function asksField(scope: FormScope, field: FieldName): boolean {
  return scope.pages.some(({ fields }) => fields.includes(field));
}

/**
 * Returns whether the page shows the field for this draft. A link and a document belong to one method
 * of verification each; with another method, core neither checks nor sends them. A proof of age belongs to a birthday
 * that no reviewer has checked.
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

/** Returns the pages that have one of these fields, and the last page. */
export function pagesAsking(fields: readonly string[]): FormPage[] {
  return pageTable
    .map(({ id, fields: all }): FormPage => {
      return { id, fields: all.filter((field) => fields.includes(field)) };
    })
    .filter(({ id, fields: asked }) => asked.length > 0 || id === lastPage);
}

/** The first page. */
export const firstPage: PageId = pageTable[0].id;
/** The page with the summary of all answers and the button that sends them. */
export const lastPage: PageId = "check";

/** Returns the page called `text`, or null. */
export function parsePage(text: unknown): PageId | null {
  return pageTable.find((page) => page.id === text)?.id ?? null;
}

/** Returns the index of the page, from 0. */
export function pageIndex(id: PageId): number {
  return pageTable.findIndex((page) => page.id === id);
}

/** Returns the page after `id`, or the last page if `id` is the last one. */
export function pageAfter(id: PageId, pages: readonly FormPage[] = pageTable): PageId {
  return pages.find((page) => pageIndex(page.id) > pageIndex(id))?.id ?? lastPage;
}

/** Returns the page before `id`, or null for the first. */
export function pageBefore(id: PageId, pages: readonly FormPage[] = pageTable): PageId | null {
  return pages.findLast((page) => pageIndex(page.id) < pageIndex(id))?.id ?? null;
}

/** Returns the field of a wire path such as `valueItem[2].to`. */
export function fieldOfPath(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}

/** Returns the page with the question for `path`, or the last page if no page has it. */
export function pageOfPath(path: string): PageId {
  const field = fieldOfPath(path);
  return pageTable.find((page) => page.fields.some((name) => name === field))?.id ?? lastPage;
}
