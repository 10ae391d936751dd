/** The functions of the Rust core that the app calls, and the types that the fallbacks share. */
import type {
  Catalogue,
  Employer,
  FieldRule,
  OpenedDraft,
  ProfileDraft,
  Rejection,
  UserProfileCreate,
  Vocabulary,
} from "enmusubi-wasm";
import type { DeepLink, MessageErrorCode, OpenWindowError } from "enmusubi-wasm/line";

export type {
  Catalogue,
  ConditionDraft,
  Employer,
  ErrorCode,
  FieldError,
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

/** A strictly parsed draft; without the core the draft itself, for the server to parse. */
type ParsedProfile =
  | { payload: UserProfileCreate | ProfileDraft; refusal?: undefined }
  | { payload?: undefined; refusal: Rejection };

/** The core did not load, so it is not known whether LINE would accept the argument. */
type Unchecked = "unchecked";

/** A broken rule of one message, or of all if there is no index. */
export interface MessageFault {
  index: number | null;
  code: MessageErrorCode | Unchecked;
}

/** The rules of LINE that can be checked before a call of its SDK. They are a wasm module of their own. */
export interface LineRules {
  /** Returns the place that the query of a start address names; `base` is the path of the app. */
  parseDeepLink(search: string, base: string): DeepLink;
  checkSentMessages(messages: unknown): MessageFault[];
  checkPickerMessages(messages: unknown): MessageFault[];
  /** Returns the rule that the parameters of a window break, or null. */
  checkOpenWindow(params: unknown): OpenWindowError | Unchecked | null;
  /** Returns whether this is the address of a LIFF app, as that of a sub-window must be. */
  isLiffUrl(url: string): boolean;
  /** Returns whether an address is below the endpoint, as a permanent link must be. */
  isBelowEndpoint(endpoint: string, url: string): boolean;
}

export type MeetingLimits = typeof import("enmusubi-wasm/lists").meetingLimits;

/** The rules and lists of a profile. */
export interface Core {
  /**
   * Returns every broken rule of the draft on the calendar day `today` (`YYYY-MM-DD`). `ageProof` is the birthday that
   * a reviewer has checked, or empty; without it the deployment asks for no proof of age.
   */
  checkProfile(draft: ProfileDraft, today: string, ageProof?: string): Rejection | null;
  parseProfile(draft: ProfileDraft, today: string, ageProof?: string): ParsedProfile;
  openDraft(stored: string): OpenedDraft;
  catalogue(): Catalogue;
  employers(): Employer[];
  /** Limits for counters and keyboards. */
  fieldRules(): FieldRule[];
  /** Limits on the members' pages. */
  meetingLimits(): MeetingLimits;
  vocabulary(): Vocabulary;
  /** The version to write into a draft; null if it is not known. */
  draftSchemaVersion(): number | null;
  /** Returns the centre of the place's cell; null if the core did not load: exact places are private. */
  snapToCell(latitude: number, longitude: number): { latitude: number; longitude: number } | null;
}
