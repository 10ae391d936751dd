/** Which field stands on which page of the form; pages, errors and answers all follow this table. */
import type { UserProfileCreate } from "../../../core/core";

/** A field of the payload. */
export type FieldName = keyof UserProfileCreate;

/** The pages in order, with their fields in the order they are asked. */
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
    fields: ["verifyMethod", "verifyTempFileName", "reviewLink", "employerId", "verifyDescription"],
  },
  // The account is LINE's and cannot be typed; an error about it can only be told at the end.
  { id: "check", fields: ["feedback", "account", "password"] },
] as const satisfies readonly { id: string; fields: readonly FieldName[] }[];

/** The name of a page in the address and in storage. */
export type PageId = (typeof pageTable)[number]["id"];

/** A page with those of its fields that this form asks. */
export interface FormPage {
  id: PageId;
  fields: readonly FieldName[];
}

/** What a form asks: everything for a new profile, a few fields where a reviewer wants more. */
export interface FormScope {
  pages: readonly FormPage[];
  /** What the reviewer said of a field. */
  remarks: ReadonlyMap<string, string>;
}

/** All there is to ask. */
export const wholeScope: FormScope = { pages: pageTable, remarks: new Map() };

/** Whether a form of this scope asks the field. */
export function asksField(scope: FormScope, field: FieldName): boolean {
  return scope.pages.some(({ fields }) => fields.includes(field));
}

/** The pages on which one of these fields is asked, and the list of answers at the end. */
export function pagesAsking(fields: readonly string[]): FormPage[] {
  return pageTable
    .map(({ id, fields: all }): FormPage => {
      return { id, fields: all.filter((field) => fields.includes(field)) };
    })
    .filter(({ id, fields: asked }) => asked.length > 0 || id === lastPage);
}

/** The first page. */
export const firstPage: PageId = pageTable[0].id;
/** The page of all answers and the submit. */
export const lastPage: PageId = "check";

/** The page called `text`, or null. */
export function parsePage(text: unknown): PageId | null {
  return pageTable.find((page) => page.id === text)?.id ?? null;
}

/** Where the page stands, counted from 0. */
export function pageIndex(id: PageId): number {
  return pageTable.findIndex((page) => page.id === id);
}

/** The page after `id`; the last page follows itself. */
export function pageAfter(id: PageId, pages: readonly FormPage[] = pageTable): PageId {
  return pages.find((page) => pageIndex(page.id) > pageIndex(id))?.id ?? lastPage;
}

/** The page before `id`, or null for the first. */
export function pageBefore(id: PageId, pages: readonly FormPage[] = pageTable): PageId | null {
  return pages.findLast((page) => pageIndex(page.id) < pageIndex(id))?.id ?? null;
}

/** The fields of a page. */
export function fieldsOf(id: PageId): readonly FieldName[] {
  return pageTable.find((page) => page.id === id)?.fields ?? [];
}

/** The field a wire path such as `valueItem[2].to` lies in. */
export function fieldOfPath(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}

/** The page on which the value at `path` is asked; what no page asks is told at the end. */
export function pageOfPath(path: string): PageId {
  const field = fieldOfPath(path);
  return pageTable.find((page) => page.fields.some((name) => name === field))?.id ?? lastPage;
}
