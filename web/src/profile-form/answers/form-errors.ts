/** Sorts and joins the errors of the form, words their messages, and decides when the person sees an error. */

import type { FieldError, ProfileDraft, Rejection } from "#/core/core";
import { sentenceKey } from "#/core/sentence-key";
import { hasText, type Text } from "#/i18n/use-text";
import { isFileProblem } from "#/pictures/problems";
import type { FormError } from "#/profile-form/form-error";
import { findDateProblem } from "#/ui/fields/date-problem";
import { fieldOfPath, type PageId, pageIndex, pageOfPath, pageTable } from "./page-table";

const fieldOrder: readonly string[] = pageTable.flatMap(({ fields }) => [...fields]);

/**
 * Returns the errors in the order of the form's questions, because core sorts them differently. Errors of one field
 * keep their order. Errors of unknown fields come last, because the last page shows them.
 */
export function inFormOrder(errors: readonly FormError[]): FormError[] {
  const rankOf = ({ path }: FormError) => {
    const index = fieldOrder.indexOf(fieldOfPath(path));
    return index < 0 ? fieldOrder.length : index;
  };
  return [...errors].sort((one, other) => rankOf(one) - rankOf(other));
}

export function errorsOn(page: PageId, errors: readonly FormError[]): FormError[] {
  return errors.filter((error) => pageOfPath(error.path) === page);
}

export function firstPageWithError(errors: readonly FormError[]): PageId | null {
  const pages = errors.map((error) => pageOfPath(error.path));
  return pages.sort((a, b) => pageIndex(a) - pageIndex(b))[0] ?? null;
}

export function errorWithin(path: string, errors: readonly FormError[]): FormError | undefined {
  return errorsWithin(path, errors)[0];
}

/** Returns the errors at `path` and below it, such as at `valueItem[2].to` for `valueItem`. */
export function errorsWithin(path: string, errors: readonly FormError[]): FormError[] {
  return errors.filter(
    ({ path: at }) => at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`),
  );
}

export function findUnderAge(errors: readonly FormError[]): number | null {
  return errors.find(({ code }) => code === "under_age")?.params.min ?? null;
}

/** Joins two lists. If the two lists have an error at the same path, only the first list's error stays. */
export function mergeErrors(
  first: readonly FormError[],
  second: readonly FormError[],
): FormError[] {
  const paths = new Set(first.map((error) => error.path));
  return [...first, ...second.filter((error) => !paths.has(error.path))];
}

export function withoutField(field: string, errors: readonly FormError[]): FormError[] {
  return errors.filter((error) => fieldOfPath(error.path) !== field);
}

/** Returns core's errors. If the draft is too large, core names no field, so the error goes to the last page. */
export function errorsOfRejection(rejection: Rejection | null): FormError[] {
  if (!rejection) return [];
  if (rejection.fields.length > 0) return rejection.fields;
  return [{ path: "account", code: rejection.code, params: {} }];
}

/**
 * Changes the indexes in the paths of the server's errors from positions in the payload to positions in the draft. The
 * positions differ, because the payload leaves out empty photo slots and switched-off conditions.
 */
export function errorsOfPayload(
  errors: readonly FieldError[],
  draft: ProfileDraft,
  payload: ProfileDraft | object,
): FormError[] {
  const slots = (draft.photoNameList ?? []).flatMap((slot, index) => (slot ? [index] : []));
  const sent = "valueItem" in payload && Array.isArray(payload.valueItem) ? payload.valueItem : [];
  const items = sent.map((item: { type?: unknown }) =>
    (draft.valueItem ?? []).findIndex(({ type }) => type === item.type),
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

/**
 * Returns the message of an error: the field's own message for the code if there is one, else the general message
 * with the field's label. The field and the error summary show the same message.
 */
export function errorText(t: Text, error: FormError, draft: ProfileDraft): string {
  const values = { ...error.params, label: labelOf(t, error.path, draft) };
  const problem = error.code === "date" && findDateProblem(String(draft.birthday ?? ""));
  if (problem) return t(`errors.${problem.part}.${problem.isMissing ? "missing" : "wrong"}`);
  const field = fieldOfPath(error.path);
  // The proof of age and the document of verification share the messages about unusable files.
  const isOfDocument = field === "ageProofFileName" && isFileProblem(error.code);
  const ownId = `errors.${isOfDocument ? "verifyTempFileName" : field}.${error.code}`;
  return hasText(ownId) ? t(ownId, values) : generalText(t, error, values.label);
}

/** Returns the message that an error has in all fields. `label` names the field. */
export function generalText(
  t: Text,
  error: { code: string; params: FormError["params"] },
  label: string,
): string {
  return t(`errors.${sentenceKey(error)}`, { ...error.params, label });
}

function labelOf(t: Text, path: string, draft: ProfileDraft): string {
  const field = fieldOfPath(path);
  const index = Number(/\[(\d+)\]/.exec(path)?.[1] ?? Number.NaN);
  if (field === "photoNameList" && !Number.isNaN(index)) {
    return t("register.photo.label", { number: index + 1 });
  }
  const condition = field === "valueItem" ? draft.valueItem?.[index]?.type : undefined;
  if (condition) return t(`vocabulary.condition.${condition}`);
  return t(`vocabulary.field.${field}`);
}

interface ErrorState {
  submittedPages: ReadonlySet<PageId>;
  serverErrors: readonly FormError[];
}

/** Decides which errors to show. A new error shows once the person leaves its field, and hides once corrected. */
export class ShownErrors {
  /** The keys of the errors on the screen. If the code at a path changes, the error counts as a new error. */
  private keys = new Set<string>();
  private state: ErrorState | null = null;
  private list: readonly FormError[] = [];

  /** Returns the errors to show. The list and its errors stay the same objects until an error changes. */
  find(state: ErrorState, findAll: () => FormError[]): readonly FormError[] {
    const before = this.state;
    if (before === state) return this.list;
    this.state = state;
    // Show errors at once if they come from the server, a picked file, Continue or Send. Errors from typing wait.
    const isSubmit = before?.submittedPages !== state.submittedPages;
    const isShown = (error: FormError) =>
      isSubmit ||
      state.serverErrors.includes(error) ||
      isFileProblem(error.code) ||
      this.keys.has(keyOf(error));
    const known = new Map(this.list.map((error) => [keyOf(error), error]));
    const list = findAll()
      .filter(isShown)
      .map((error) => known.get(keyOf(error)) ?? error);
    const isSame =
      list.length === this.list.length && list.every((error, at) => error === this.list[at]);
    if (!isSame) this.list = list;
    this.keys = new Set(list.map(keyOf));
    return this.list;
  }

  /** Adds errors that `find()` returns from the next state on. Returns false if it returned all of them already. */
  add(errors: readonly FormError[]): boolean {
    const missing = errors.map(keyOf).filter((key) => !this.keys.has(key));
    for (const key of missing) this.keys.add(key);
    return missing.length > 0;
  }
}

function keyOf({ path, code }: FormError): string {
  return `${path} ${code}`;
}

export function errorsAbout<Found extends Pick<FormError, "path">>(
  fields: readonly string[],
  errors: readonly Found[],
): Found[] {
  return errors.filter(({ path }) => fields.includes(fieldOfPath(path)));
}
