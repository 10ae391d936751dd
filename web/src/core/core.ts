/** The functions of the Rust core that the app calls. The core and its fallback share these types. */
import type {
  Catalogue,
  Employer,
  FieldRule,
  OpenedDraft,
  ProfileDraft,
  FieldError as ProfileError,
  Rejection,
  UserProfileCreate,
  Vocabulary,
} from "enmusubi-wasm";
import type { DeepLink, MessageErrorCode, OpenWindowError } from "enmusubi-wasm/line";

export type {
  Catalogue,
  ConditionDraft,
  Employer,
  FieldErrorCode,
  FieldRule,
  Language,
  ProfileDraft,
  Rejection,
  ReviewStatus,
  UserProfileCreate,
  Vocabulary,
} from "enmusubi-wasm";
export type { DeepLink } from "enmusubi-wasm/line";

/** A broken rule of the body of a call. Bodies other than a profile have fields of their own, such as `email`. */
export interface FieldError extends Omit<ProfileError, "path"> {
  path: string;
}

/**
 * The result of the strict rules is the payload to send, or the broken rules. The fallback cannot parse a draft, so it
 * returns the draft as the payload, and the server parses the draft.
 */
type ParsedProfile =
  | { payload: UserProfileCreate | ProfileDraft; refusal?: undefined }
  | { payload?: undefined; refusal: Rejection };

/** The code of a check that did not run, because the wasm did not load. */
type Unchecked = "unchecked";

/** A broken rule of the message at `index`, or of the whole list of messages if `index` is null. */
export interface MessageFault {
  index: number | null;
  code: MessageErrorCode | Unchecked;
}

/** LINE's rules that the app checks before it calls LINE's SDK. They are in a separate wasm module. */
export interface LineRules {
  /** Returns the page that the query of the app's first address names. `base` is the path of the app. */
  parseDeepLink(search: string, base: string): DeepLink;
  checkSentMessages(messages: unknown): MessageFault[];
  checkPickerMessages(messages: unknown): MessageFault[];
  checkOpenWindow(params: unknown): OpenWindowError | Unchecked | null;
  /** Returns whether `url` is the address of a LIFF app. LINE opens only such an address in a sub-window. */
  isLiffUrl(url: string): boolean;
  /**
   * Returns whether `url` is below `endpoint`, the endpoint URL of the LIFF app. LINE makes permanent links only for
   * such addresses.
   */
  isBelowEndpoint(endpoint: string, url: string): boolean;
}

export type MeetingLimits = typeof import("enmusubi-wasm/lists").meetingLimits;

export interface Core {
  /**
   * Returns every broken rule of the draft on the calendar day `today` (`YYYY-MM-DD`). `ageProof` is the birthday that
   * a reviewer has checked, or empty if none was checked. Omit `ageProof` if the deployment requires no proof of age.
   */
  checkProfile(draft: ProfileDraft, today: string, ageProof?: string): Rejection | null;
  parseProfile(draft: ProfileDraft, today: string, ageProof?: string): ParsedProfile;
  openDraft(stored: string): OpenedDraft;
  catalogue(): Catalogue;
  employers(): Employer[];
  fieldRules(): FieldRule[];
  meetingLimits(): MeetingLimits;
  vocabulary(): Vocabulary;
  /** Returns the version to write into a draft. The fallback returns null, so that the draft keeps its version. */
  draftSchemaVersion(): number | null;
  /**
   * Returns the centre of a place's grid cell. The fallback cannot compute the centre and returns null, because exact
   * places must stay private.
   */
  snapToCell(latitude: number, longitude: number): { latitude: number; longitude: number } | null;
}
