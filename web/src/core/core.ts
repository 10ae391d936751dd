/** What the app asks of the Rust core, whether the core is there or not. */
import type {
  Catalogue,
  Employer,
  FieldRule,
  OpenedDraft,
  ProfileDraft,
  Refusal,
  UserProfileCreate,
  Vocabulary,
} from "enmusubi-wasm";

export type {
  Catalogue,
  ConditionDraft,
  Employer,
  ErrorCode,
  FieldError,
  FieldErrorCode,
  FieldRule,
  ProfileDraft,
  Refusal,
  ReviewStatus,
  UserProfileCreate,
  Vocabulary,
} from "enmusubi-wasm";

/** A draft read strictly; without the core it goes to the server as it is. */
export type ParsedProfile =
  | { payload: UserProfileCreate | ProfileDraft; refusal?: undefined }
  | { payload?: undefined; refusal: Refusal };

/** The exports of the core, seen from the form. */
export interface Core {
  /** Every broken rule of the draft on the calendar day `today` (`YYYY-MM-DD`). */
  checkProfile(draft: ProfileDraft, today: string): Refusal | null;
  parseProfile(draft: ProfileDraft, today: string): ParsedProfile;
  openDraft(stored: string): OpenedDraft;
  catalogue(): Catalogue;
  employers(): Employer[];
  /** Limits for counters and keyboards. */
  fieldRules(): FieldRule[];
  vocabulary(): Vocabulary;
  /** The version to write into a draft; null when the core did not load and nobody knows. */
  draftSchemaVersion(): number | null;
  /** The middle of the place's cell; null when the core did not load and nothing may be told. */
  snapToCell(latitude: number, longitude: number): { latitude: number; longitude: number } | null;
}
