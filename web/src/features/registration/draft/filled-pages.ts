/** How much of the form is done, as a person would count it. */
import { errorsOn } from "../form/form-errors";
import type { FormStore } from "../form/form-store";
import { lastPage, type PageId, pageTable } from "../form/page-table";
import { listFiles } from "../photos/photo-list";

/** Answers that are there without being given. */
const notAsked: readonly string[] = ["account", "password", "schemaVersion"];

/** Whether anything at all was given. */
export function hasAnswers(store: FormStore): boolean {
  const { draft, photos } = store.getState();
  const given = Object.entries(draft).some(
    ([name, value]) => !notAsked.includes(name) && isGiven(value),
  );
  return given || listFiles(photos).length > 0;
}

/** Pages with something on them and nothing wrong; the list of answers is none to fill. */
export function countFilledPages(store: FormStore): { filled: number; total: number } {
  const pages = pageTable.filter(({ id }) => id !== lastPage);
  const errors = store.allErrors();
  const draft = store.wholeDraft() as Record<string, unknown>;
  const isFilled = ({ id, fields }: { id: PageId; fields: readonly string[] }) =>
    errorsOn(id, errors).length === 0 && fields.some((field) => isGiven(draft[field]));
  return { filled: pages.filter(isFilled).length, total: pages.length };
}

function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isGiven);
  return value !== undefined && value !== null && value !== "";
}
