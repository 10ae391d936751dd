/** The pages of the form with their fields. The pages, the errors and the summary have the order of this table. */
import type { ProfileDraft, UserProfileCreate } from "#/core/core";
import { findConfig } from "#/lib/config";
import pages from "./pages.json";

export type FieldName = keyof UserProfileCreate;

/** The name of a page in the address and in storage. */
export type PageId = keyof typeof pages;

export interface FormPage {
  id: PageId;
  fields: readonly FieldName[];
}

/**
 * The server reads the same file. The app fills in the LINE account. The account belongs to the last page, so that this
 * page shows errors about it.
 */
export const pageTable = Object.entries(pages).map(([id, fields]) => ({
  id,
  fields,
})) as FormPage[];

/** The questions of a form. A new profile has all questions. An edit or a reviewer's request has only some. */
export interface FormScope {
  pages: readonly FormPage[];
  remarks: ReadonlyMap<string, string>;
  /** True if the member took the profile back from the review. The form then begins with the list of answers. */
  isTakenBack?: boolean;
  storedCity?: string;
  ageProof?: {
    /** The birthday that a reviewer has checked. It needs no further proof. Empty if no reviewer has checked one. */
    checkedBirthday: string;
  };
}

export const wholeScope: FormScope = { pages: pageTable, remarks: new Map() };

export function scopeOfNewcomer(): FormScope {
  return findConfig()?.ageProof ? { ...wholeScope, ageProof: { checkedBirthday: "" } } : wholeScope;
}

export function asksField(scope: FormScope, field: FieldName): boolean {
  return scope.pages.some(({ fields }) => fields.includes(field));
}

/**
 * Returns true if the form shows the field for this draft. The form shows the link or the document only if the chosen
 * method of verification needs it, and the proof of age only for a birthday that no reviewer has checked.
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

export const firstPage: PageId = "you";
/** The page with the summary of all answers and the button that sends them. */
export const lastPage: PageId = "check";

export function parsePage(text: unknown): PageId | null {
  return pageTable.find((page) => page.id === text)?.id ?? null;
}

export function pageIndex(id: PageId): number {
  return pageTable.findIndex((page) => page.id === id);
}

export function pageAfter(id: PageId, pages: readonly FormPage[] = pageTable): PageId {
  return pages.find((page) => pageIndex(page.id) > pageIndex(id))?.id ?? lastPage;
}

export function pageBefore(id: PageId, pages: readonly FormPage[] = pageTable): PageId | null {
  return pages.findLast((page) => pageIndex(page.id) < pageIndex(id))?.id ?? null;
}

/** Returns the field at the start of a path: `valueItem` for `valueItem[2].to`. */
export function fieldOfPath(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}

export function pageOfPath(path: string): PageId {
  const field = fieldOfPath(path);
  return pageTable.find((page) => page.fields.some((name) => name === field))?.id ?? lastPage;
}
