/** Turns the profile that the server has stored into the draft with which a form opens. */
import type { MyInfo } from "#/api/account";
import type { Core, ProfileDraft } from "#/core/core";

/** Returns the stored profile as a draft, and adds the LINE account, which core's rules need. */
export function draftOf(core: Core, userId: string, { profile }: MyInfo): ProfileDraft {
  const schemaVersion = core.draftSchemaVersion();
  return {
    ...profile,
    // The server sends an empty id if there is no answer. In a draft, an empty id means an employer that is not listed.
    employerId: profile.employerId || null,
    ...(schemaVersion === null ? {} : { schemaVersion }),
    account: userId,
    password: userId,
  } as ProfileDraft;
}

/**
 * Returns the employer whose mailbox the person confirmed, or null. Only the profile has this employer, because this
 * device deleted its record of the mailbox together with the draft.
 */
export function provenEmployerOf({ profile }: MyInfo): string | null {
  const { verifyMethod, employerId } = profile;
  return verifyMethod === "WORK_EMAIL" && employerId ? employerId : null;
}
