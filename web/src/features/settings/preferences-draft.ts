/** The preferences as the form's values, and the record of unsaved changes on this device. */
import type { Preferences, PreferencesDraft } from "#/api/preferences";
import { numberOf } from "#/profile-form/answers/formats";
import { unsent } from "#/storage/account-store";

/** The fields of the preferences. The server limits the changes of each field separately. */
export const preferenceFields = ["matchGender", "recommendDistanceKm", "valueItem"] as const;
export type PreferenceField = (typeof preferenceFields)[number];

/** The server's 0, which means no limit of the distance, becomes an empty box in the form. */
export function draftOf(preferences: Preferences): PreferencesDraft {
  const { matchGender, recommendDistanceKm, valueItem } = preferences;
  const distance = recommendDistanceKm === 0 ? "" : recommendDistanceKm;
  return { matchGender, recommendDistanceKm: distance, valueItem } as PreferencesDraft;
}

/** Sends an empty distance as 0, because the server ignores an empty value. */
export function changesOf(draft: PreferencesDraft, known: Preferences): PreferencesDraft {
  const changed = preferenceFields.filter((field) => !isSame(field, draft, known));
  const all = { ...draft, recommendDistanceKm: plainNumber(draft.recommendDistanceKm) };
  return Object.fromEntries(changed.map((field) => [field, all[field]])) as PreferencesDraft;
}

export function changedFields(changes: PreferencesDraft): PreferenceField[] {
  return preferenceFields.filter((field) => field in changes);
}

/** Compares two values as a member sees them. A difference that the server does not see only causes a useless call. */
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
  // A selected condition without an answer excludes no person, so it counts as no condition.
  const isOpen = (text: string) => text.endsWith(',0,0,""]');
  return conditions
    .filter((text) => !isOpen(text))
    .sort()
    .join();
}

/** Returns the number in a box, 0 for an empty box, and any other text unchanged. */
function plainNumber(value: unknown): number | string {
  const text = String(value ?? "").trim();
  return text === "" ? 0 : (numberOf(text) ?? text);
}

/** The record's id. As `kind`, the id distinguishes the record from the records of other features. */
const recordId = "preferences";

interface UnsavedRecord {
  kind: typeof recordId;
  /** Contains only the changed fields, so that all other fields follow the server. */
  changes: PreferencesDraft;
}

/** Throws `StorageUnavailable` if the database does not answer. */
export async function readUnsaved(account: string): Promise<PreferencesDraft> {
  const record = (await unsent.read(account, recordId)) as Partial<UnsavedRecord> | null;
  if (record?.kind !== recordId || typeof record.changes !== "object") return {};
  return isDraft(record.changes) ? record.changes : {};
}

/** Stores the changes, or deletes the record if there are none. Returns false if a reload would lose the changes. */
export async function writeUnsaved(account: string, changes: PreferencesDraft): Promise<boolean> {
  if (changedFields(changes).length === 0) {
    await unsent.delete(account, [recordId]);
    return true;
  }
  const record: UnsavedRecord = { kind: recordId, changes };
  return await unsent.write(account, recordId, record);
}

/** Checks only that the conditions are a list, because the controls need a list. Core accepts any other value. */
function isDraft({ valueItem }: PreferencesDraft): boolean {
  return valueItem === undefined || Array.isArray(valueItem);
}
