/** Brings the work of several windows on one draft together, field by field: the latest change of each counts. */
import type { ProfileDraft } from "../../../core/core";

/**
 * When each field was changed last, in milliseconds since 1970, and later than every change that was
 * known then, whatever the clock says. A field that nobody changed is not there.
 */
export type Changes = Readonly<Record<string, number>>;

/** A draft as one window has it. */
export interface DraftVersion {
  draft: ProfileDraft;
  changes: Changes;
}

/** What is stored as changes, of which anything may have become. */
export function parseChanges(stored: unknown): Changes {
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter(([, changedAt]) => Number.isSafeInteger(changedAt)),
  );
}

/** `draft` as it became of `before`, with a later time for each field that differs. */
export function noteChanges(
  before: DraftVersion,
  draft: ProfileDraft,
  nowMs: number,
): DraftVersion {
  const changed = fieldsOf(before.draft, draft).filter(
    (field) => jsonOf(before.draft, field) !== jsonOf(draft, field),
  );
  if (changed.length === 0) return { draft, changes: before.changes };
  const changedAt = Math.max(nowMs, ...Object.values(before.changes).map((known) => known + 1));
  const own = Object.fromEntries(changed.map((field) => [field, changedAt]));
  return { draft, changes: { ...before.changes, ...own } };
}

/** Both together, and whether there is something of `own` in it that `theirs` has not. */
export function mergeVersions(
  own: DraftVersion,
  theirs: DraftVersion,
): { merged: DraftVersion; isAhead: boolean } {
  const later = Object.entries(own.changes).filter(([field, changedAt]) => {
    const theirChangedAt = theirs.changes[field] ?? 0;
    if (changedAt !== theirChangedAt) return changedAt > theirChangedAt;
    // Of two changes in the same millisecond both windows choose the same one.
    return jsonOf(own.draft, field) > jsonOf(theirs.draft, field);
  });
  const draft: Record<string, unknown> = { ...theirs.draft };
  for (const [field] of later) draft[field] = own.draft[field as keyof ProfileDraft];
  const changes = { ...theirs.changes, ...Object.fromEntries(later) };
  return { merged: { draft: draft as ProfileDraft, changes }, isAhead: later.length > 0 };
}

function fieldsOf(...drafts: ProfileDraft[]): string[] {
  return [...new Set(drafts.flatMap(Object.keys))];
}

/** Values of a draft are JSON; one that was taken away is as one never given. */
function jsonOf(draft: ProfileDraft, field: string): string {
  return JSON.stringify(draft[field as keyof ProfileDraft] ?? null);
}
