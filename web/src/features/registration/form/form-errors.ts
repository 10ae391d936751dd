/** Errors as the form holds them: by path of the draft, whoever found them. */
import type { ErrorCode, FieldError, FieldErrorCode, ProfileDraft } from "../../../core/core";
import type { FileProblem } from "../../../pictures/problems";
import { fieldOfPath, fieldsOf, type PageId, pageIndex, pageOfPath } from "./page-table";

/** A broken rule, or a file the server would not take, at a path of the draft. */
export interface FormError {
  path: string;
  code: FieldErrorCode | ErrorCode | FileProblem;
  params: { min?: number; max?: number };
}

/** The errors of one page, in the order of its fields. */
export function errorsOn(page: PageId, errors: readonly FormError[]): FormError[] {
  const fields: readonly string[] = fieldsOf(page);
  const placeOf = ({ path }: FormError) => fields.indexOf(fieldOfPath(path));
  return errors
    .filter((error) => pageOfPath(error.path) === page)
    .sort((one, other) => placeOf(one) - placeOf(other));
}

/** The page of the earliest error in the order of the form, or null without errors. */
export function firstPageWithError(errors: readonly FormError[]): PageId | null {
  const pages = errors.map((error) => pageOfPath(error.path));
  return pages.sort((a, b) => pageIndex(a) - pageIndex(b))[0] ?? null;
}

/** The error at `path` itself or anywhere below it. */
export function errorWithin(path: string, errors: readonly FormError[]): FormError | undefined {
  return errorsWithin(path, errors)[0];
}

/** Every error at `path` itself or below it. */
export function errorsWithin(path: string, errors: readonly FormError[]): FormError[] {
  return errors.filter(
    ({ path: at }) => at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`),
  );
}

/** The age from which on a person may register, where they are too young; null where they are not. */
export function findUnderAge(errors: readonly FormError[]): number | null {
  return errors.find(({ code }) => code === "under_age")?.params.min ?? null;
}

/** Both lists in one, the first speaking where both have something to say of a path. */
export function mergeErrors(
  first: readonly FormError[],
  second: readonly FormError[],
): FormError[] {
  const told = new Set(first.map((error) => error.path));
  return [...first, ...second.filter((error) => !told.has(error.path))];
}

/** The errors left once `field` was changed: what was said of its old value no longer holds. */
export function withoutField(field: string, errors: readonly FormError[]): FormError[] {
  return errors.filter((error) => fieldOfPath(error.path) !== field);
}

/**
 * The server's errors with the indexes of the form.
 *
 * The payload has no empty photo slots and no unselected conditions, so its indexes are not the
 * draft's.
 */
export function errorsOfPayload(
  errors: readonly FieldError[],
  draft: ProfileDraft,
  payload: ProfileDraft | object,
): FormError[] {
  const slots = (draft.photoNameList ?? []).flatMap((slot, index) => (slot ? [index] : []));
  const sent = "valueItem" in payload && Array.isArray(payload.valueItem) ? payload.valueItem : [];
  const items = sent.map((item: { type?: unknown }) =>
    (draft.valueItem ?? []).findIndex((held) => held.type === item.type),
  );
  const indexes: Record<string, readonly number[]> = { photoNameList: slots, valueItem: items };
  return errors.map(({ path, code, params }) => ({
    path: path.replace(/^(\w+)\[(\d+)\]/, (whole, list: string, index: string) => {
      const own = indexes[list]?.[Number(index)];
      return own === undefined || own < 0 ? whole : `${list}[${own}]`;
    }),
    code,
    params,
  }));
}
