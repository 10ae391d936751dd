/** The address of each page that edits a part of the profile. With it, the browser's Back leaves the page. */

import { paths } from "#/lib/paths";
import type { PageId } from "#/profile-form/answers/page-table";
import { type EditPart, partPages } from "./edited-fields";

interface EditPlace {
  part: EditPart;
  page: PageId;
}

const parts: readonly EditPart[] = ["texts", "facts"];

/** Returns the page that a query string names. Null stands for the list of pages. */
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

/** Returns the message id of a page's title. The work page has one text only, so the text's label is the title. */
export function titleIdOf({ part, page }: EditPlace) {
  return part === "texts" && page === "work"
    ? "register.achievement.label"
    : (`register.page.${page}` as const);
}
