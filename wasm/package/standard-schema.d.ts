/** Schemas for libraries that take [Standard Schema](https://standardschema.dev), such as React Hook Form and TanStack Form. */
import type { checkProfile, parseProfile } from "./enmusubi_wasm.js";
import type {
  FieldErrorCode,
  FieldPath,
  Params,
  ProfileDraft,
  RejectionCode,
  UserProfileCreate,
} from "./types.js";

/** A broken rule. A document that is not a JSON object, or is too long, has the path "" and the code of its rejection. */
export type Problem = {
  path: FieldPath | "";
  code: FieldErrorCode | RejectionCode;
  params: Params;
};

export type SchemaOptions = {
  /** Returns the date that decides the ages, `YYYY-MM-DD`. */
  today: () => string;
  /**
   * Returns the birthday that a reviewer has checked, or "" if none was checked. Leave it out where the deployment asks
   * for no proof of age.
   */
  ageProof?: () => string;
  /** Returns the message of an issue. By default this is the code. */
  message?: (problem: Problem) => string;
};

export type Issue = { message: string; path: (string | number)[] };

/** The interface of Standard Schema, version 1. */
export type Schema<Input, Output> = {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "enmusubi";
    readonly validate: (
      value: unknown,
    ) => { value: Output; issues?: undefined } | { issues: Issue[] };
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
};

/** Checks the form while the person fills it: picked files count as present. Its value is the same draft, unchanged. */
export function draftSchema(
  core: { checkProfile: typeof checkProfile },
  options: SchemaOptions,
): Schema<ProfileDraft, ProfileDraft>;

/** Turns a draft whose files are uploaded into the payload to send. */
export function payloadSchema(
  core: { parseProfile: typeof parseProfile },
  options: SchemaOptions,
): Schema<ProfileDraft, UserProfileCreate>;
