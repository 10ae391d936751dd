/** What the app asks of the Rust core, whether the core is there or not. */
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
  ProfileDraft,
  Rejection,
  ReviewStatus,
  UserProfileCreate,
  Vocabulary,
} from "enmusubi-wasm";
export type { DeepLink } from "enmusubi-wasm/line";

/** A draft read strictly; without the core it goes to the server as it is. */
export type ParsedProfile =
  | { payload: UserProfileCreate | ProfileDraft; refusal?: undefined }
  | { payload?: undefined; refusal: Rejection };

/** The core did not load, so nobody can say that LINE would take it. */
type Unchecked = "unchecked";

/** A broken rule of messages; without an index it is about all of them. */
export interface MessageFault {
  index: number | null;
  code: MessageErrorCode | Unchecked;
}

/** What LINE asks of its callers, as far as it can be told before the call: a module of its own. */
export interface LineRules {
  /** Reads where the query of a start address leads; `base` is the path the app is served under. */
  parseDeepLink(search: string, base: string): DeepLink;
  checkSentMessages(messages: unknown): MessageFault[];
  checkPickerMessages(messages: unknown): MessageFault[];
  /** Why LINE would refuse to open a window so; null when it would not. */
  checkOpenWindow(params: unknown): OpenWindowError | Unchecked | null;
  /** Whether this is the address of a LIFF app, as a sub-window's must be. */
  isLiffUrl(url: string): boolean;
  /** Whether an address lies under the endpoint, as a permanent link must. */
  isBelowEndpoint(endpoint: string, url: string): boolean;
}

/** The exports of the core, seen from the form. */
export interface Core {
  /** Every broken rule of the draft on the calendar day `today` (`YYYY-MM-DD`). */
  checkProfile(draft: ProfileDraft, today: string): Rejection | null;
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
