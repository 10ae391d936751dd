/** Brings two windows' work on one draft together, field by field. */
import type { ProfileDraft } from "../../../core/core";

/**
 * `own` with what another window changed since both had `base`. A field that was changed in this
 * window and is not stored yet stays: it is the newer one.
 */
export function mergeDrafts(
  base: ProfileDraft,
  own: ProfileDraft,
  theirs: ProfileDraft,
): ProfileDraft {
  const merged: Record<string, unknown> = { ...theirs };
  for (const name of new Set([...Object.keys(base), ...Object.keys(own)])) {
    const field = name as keyof ProfileDraft;
    if (!isSame(own[field], base[field])) merged[name] = own[field];
  }
  return merged as ProfileDraft;
}

/** Values of a draft are JSON. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
