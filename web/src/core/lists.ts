/**
 * The lists and limits that the form shows, such as the employers and the vocabulary. The build writes them from the
 * Rust definitions into `/register/_payload.json`, so that the app can read them without loading wasm.
 */
import { paths } from "#/lib/paths";
import { fetchPayload } from "#/lib/payload";
import type { Catalogue, Core, Employer, FieldRule, MeetingLimits, Vocabulary } from "./core";

interface FormPayload {
  catalogue: Catalogue;
  draftSchemaVersion: number;
  employers: Employer[];
  fieldRules: FieldRule[];
  meetingLimits: MeetingLimits;
  vocabulary: Vocabulary;
}

/** The functions of the core that need no wasm. */
export type Lists = { [Name in keyof FormPayload]: Core[Name] };

/** The browser may cache the answer, because the address contains the id of the build. */
export async function fetchLists(): Promise<Lists> {
  const payload = await fetchPayload<FormPayload>(paths.register);
  return {
    catalogue: () => payload.catalogue,
    draftSchemaVersion: () => payload.draftSchemaVersion,
    employers: () => payload.employers,
    fieldRules: () => payload.fieldRules,
    meetingLimits: () => payload.meetingLimits,
    vocabulary: () => payload.vocabulary,
  };
}
