/** Gives each page of the profile editor an address, so that the browser's Back button leaves the page. */

import { paths } from "#/lib/paths";
import type { PageId } from "#/profile-form/answers/page-table";
import { type EditPart, partPages } from "./edited-fields";

interface EditPlace {
  part: EditPart;
  page: PageId;
}

const parts: readonly EditPart[] = ["texts", "facts"];

/** Returns null if the query string names no page, as on the list of pages. */
export function parseEditPlace(search: string): EditPlace | null {
  const query = new URLSearchParams(search);
  for (const part of parts) {
    const page = partPages[part].find(({ id }) => id === query.get(part))?.id;
    if (page) return { part, page };
  }
  return null;
}

export function editPath({ part, page }: EditPlace): string {
  return `${paths.edit}?${new URLSearchParams({ [part]: page })}`;
}

/** Returns a message id. The work page has only one text to edit, so the label of that text is the title. */
export function titleIdOf({ part, page }: EditPlace) {
  return part === "texts" && page === "work"
    ? "vocabulary.field.achievement"
    : (`register.page.${page}` as const);
}
