/** Keeps the form's open page in the address (`?page=life&change=true`), so that Back leads to the page before. */

import type { FormPlace } from "#/features/registration/registration-form";
import { paths } from "#/lib/paths";
import { navigate, usePlace } from "#/navigation/navigation";
import { parsePage } from "#/profile-form/answers/page-table";

function parseFormPlace(search: string): FormPlace | null {
  const query = new URLSearchParams(search);
  const page = parsePage(query.get("page"));
  return page ? { page, isChange: query.get("change") === "true" } : null;
}

/** Returns false if a query string names a page that the form does not have. */
export function isFormSearch(search: string): boolean {
  return !new URLSearchParams(search).has("page") || parseFormPlace(search) !== null;
}

export function useFormPlace(): FormPlace | null {
  return parseFormPlace(usePlace().search);
}

export function openFormPlace(
  { page, isChange, isReturn }: FormPlace,
  options?: { replace: boolean },
): Promise<void> {
  const query = new URLSearchParams({ page, ...(isChange ? { change: "true" } : {}) });
  // When the person returns from a change, the summary itself restores its scroll position.
  return navigate(`${paths.register}?${query}`, { ...options, keepsScroll: isReturn === true });
}
