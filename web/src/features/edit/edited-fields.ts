/** The fields that an approved member can change, and the differences between two drafts. */
import type { ProfileChanges } from "#/api/profile-changes";
import type { ProfileDraft } from "#/core/core";
import { reviewedFields, textFields } from "#/core/field-table";
import {
  type FieldName,
  type FormPage,
  type FormScope,
  lastPage,
  type PageId,
  pagesAsking,
} from "#/profile-form/answers/page-table";

export type ReviewedFields = NonNullable<ProfileChanges["changes"]>;

/** The fields of the proof of employment. The server accepts either all of these fields or none. */
export const proofFields: readonly FieldName[] = [
  "verifyMethod",
  "verifyTempFileName",
  "reviewLink",
  "employerId",
  "verifyDescription",
];

/** The two parts of the profile. A change of a text takes effect at once, a change of a fact after a review. */
export type EditPart = "texts" | "facts";

/** The last page asks only about the form, and not about the member. */
const pagesOf = (fields: readonly string[]): readonly FormPage[] =>
  pagesAsking(fields).filter(({ id }) => id !== lastPage);

/** The pages of each part. A page that has texts and facts is in both parts, each time with the fields of that part. */
export const partPages: Record<EditPart, readonly FormPage[]> = {
  texts: [...pagesOf(textFields)].sort((page, other) => rankOf(page.id) - rankOf(other.id)),
  facts: pagesOf(reviewedFields),
};

/** Puts the page "about" first, because other members read its texts first. */
function rankOf(page: PageId): number {
  return page === "about" ? 0 : 1;
}

export function scopeOfPart(part: EditPart): FormScope {
  return { pages: partPages[part], remarks: new Map() };
}

/** Returns the fields of one part in the order of the form. */
export function fieldsOfPart(part: EditPart): FieldName[] {
  return partPages[part].flatMap(({ fields }) => [...fields]);
}

export function fieldsOfPage(part: EditPart, page: PageId): readonly FieldName[] {
  return partPages[part].find(({ id }) => id === page)?.fields ?? [];
}

export function listDifferent(
  fields: readonly FieldName[],
  before: ProfileDraft,
  after: ProfileDraft,
): FieldName[] {
  return fields.filter((field) => {
    const [old, now]: unknown[] = [before[field], after[field]];
    return plainText(old) !== plainText(now);
  });
}

/** Makes two values comparable. A text box turns a number into text, and an empty text or list means no answer. */
function plainText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value) && value.length === 0) return "";
  return JSON.stringify(value);
}

/** Returns the named fields of the draft. A field without a value becomes null. */
export function pickFields(draft: ProfileDraft, fields: readonly FieldName[]): ProfileDraft {
  return Object.fromEntries(fields.map((field) => [field, draft[field] ?? null])) as ProfileDraft;
}
