/** The core's lists: the data of the form's page, which the build makes of the Rust definitions. */
import { paths } from "../lib/paths";
import { fetchPayload } from "../lib/payload";
import type { Catalogue, Core, Employer, FieldRule, Vocabulary } from "./core";

/** What `register/_payload.json` holds. */
interface FormPayload {
  catalogue: Catalogue;
  draftSchemaVersion: number;
  employers: Employer[];
  fieldRules: FieldRule[];
  vocabulary: Vocabulary;
}

/** The part of the core that is there with the wasm and without it. */
export type Lists = { [Name in keyof FormPayload]: Core[Name] };

/** One request, which caches keep for as long as this build is served. */
export async function fetchLists(): Promise<Lists> {
  const payload = await fetchPayload<FormPayload>(paths.register);
  return {
    catalogue: () => payload.catalogue,
    draftSchemaVersion: () => payload.draftSchemaVersion,
    employers: () => payload.employers,
    fieldRules: () => payload.fieldRules,
    vocabulary: () => payload.vocabulary,
  };
}
