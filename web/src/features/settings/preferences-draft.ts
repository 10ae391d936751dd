/** The preferences as the form holds them, and the record of those that a member has not saved yet. */
import type { Preferences, PreferencesDraft } from "#/api/preferences";
import { numberOf } from "#/profile-form/answers/formats";
import { unsent } from "#/storage/account-store";

/** Each of them has a limit of changes of its own. */
export const preferenceFields = ["matchGender", "recommendDistanceKm", "valueItem"] as const;
export type PreferenceField = (typeof preferenceFields)[number];

/** Returns the form's values: no limit of the distance is 0 on the wire and an empty box on the screen. */
export function draftOf(preferences: Preferences): PreferencesDraft {
  const { matchGender, recommendDistanceKm, valueItem } = preferences;
  const distance = recommendDistanceKm === 0 ? "" : recommendDistanceKm;
  return { matchGender, recommendDistanceKm: distance, valueItem } as PreferencesDraft;
}

/**
 * Returns the fields of the draft that differ from the server's, as the server takes them. It would keep
 * its distance for an empty one, so that no limit is sent as 0.
 */
export function changesOf(draft: PreferencesDraft, known: Preferences): PreferencesDraft {
  const changed = preferenceFields.filter((field) => !isSame(field, draft, known));
  const all = { ...draft, recommendDistanceKm: plainNumber(draft.recommendDistanceKm) };
  return Object.fromEntries(changed.map((field) => [field, all[field]])) as PreferencesDraft;
}

export function changedFields(changes: PreferencesDraft): PreferenceField[] {
  return preferenceFields.filter((field) => field in changes);
}

/**
 * Compares what a member sees, and is no rule of a profile: if the server reads two values as the same
 * and this function does not, the save changes nothing.
 */
function isSame(
  field: PreferenceField,
  draft: PreferencesDraft,
  known: Preferences | PreferencesDraft,
): boolean {
  return plainText(field, draft) === plainText(field, known as PreferencesDraft);
}

function plainText(field: PreferenceField, draft: PreferencesDraft): string {
  if (field === "matchGender") return String(draft.matchGender ?? "");
  if (field === "recommendDistanceKm") return String(plainNumber(draft.recommendDistanceKm));
  const conditions = (draft.valueItem ?? [])
    .filter(({ selected }) => selected !== false)
    .map(({ type, from, to, value }) =>
      JSON.stringify([type, plainNumber(from), plainNumber(to), value ?? ""]),
    );
  // A condition that is on and has no answer yet excludes no person.
  const isOpen = (text: string) => text.endsWith(',0,0,""]');
  return conditions
    .filter((text) => !isOpen(text))
    .sort()
    .join();
}

/** Returns the number that a box holds, 0 for an empty one, and other text unchanged. */
function plainNumber(value: unknown): number | string {
  const text = String(value ?? "").trim();
  return text === "" ? 0 : (numberOf(text) ?? text);
}

/** The id of the record, and its mark among the records of other features. */
const recordId = "preferences";

interface UnsavedRecord {
  kind: typeof recordId;
  /** Only the changed fields, so that the others follow the server. */
  changes: PreferencesDraft;
}

/** Returns the changes that the account has not saved. Throws `StorageUnavailable`. */
export async function readUnsaved(account: string): Promise<PreferencesDraft> {
  const record = (await unsent.read(account, recordId)) as Partial<UnsavedRecord> | null;
  if (record?.kind !== recordId || typeof record.changes !== "object") return {};
  return isDraft(record.changes) ? record.changes : {};
}

/** Stores the changes, or deletes the record if there are none. Returns false if they will not survive a reload. */
export async function writeUnsaved(account: string, changes: PreferencesDraft): Promise<boolean> {
  if (changedFields(changes).length === 0) {
    await unsent.delete(account, [recordId]);
    return true;
  }
  const record: UnsavedRecord = { kind: recordId, changes };
  return await unsent.write(account, recordId, record);
}

/** Core reads the values leniently, but the controls need a list of conditions. */
function isDraft({ valueItem }: PreferencesDraft): boolean {
  return valueItem === undefined || Array.isArray(valueItem);
}
