/** The profile that the server has, as the start of a form. */
import type { MyInfo } from "#/api/account";
import type { Core, ProfileDraft } from "#/core/core";

/** Returns the stored profile as a draft, with the account that core's rules need. */
export function draftOf(core: Core, userId: string, { profile }: MyInfo): ProfileDraft {
  const schemaVersion = core.draftSchemaVersion();
  return {
    ...profile,
    // In a draft, an empty id is the answer of a person who does not find their employer.
    employerId: profile.employerId || null,
    ...(schemaVersion === null ? {} : { schemaVersion }),
    account: userId,
    password: userId,
  } as ProfileDraft;
}

/**
 * Returns the employer whose mailbox proved the profile. The server keeps that mailbox with the
 * account, although this device deleted it together with the draft.
 */
export function provenEmployerOf({ profile }: MyInfo): string | null {
  const { verifyMethod, employerId } = profile;
  return verifyMethod === "WORK_EMAIL" && employerId ? employerId : null;
}
