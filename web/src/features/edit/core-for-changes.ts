/** A core that checks and sends only the fields that a member has changed, as the server does. */
import type { Core, ProfileDraft, Rejection } from "#/core/core";
import type { FieldName } from "#/features/registration/form/page-table";
import { errorsAbout } from "#/features/registration/resubmission/reviewer-request";
import { pickFields } from "./edited-fields";

/** `payloadOf` makes the payload of a draft, if that is more than its changed fields. */
export function coreForChanges(
  core: Core,
  changedIn: (draft: ProfileDraft) => readonly FieldName[],
  payloadOf: (draft: ProfileDraft) => ProfileDraft = (draft) => pickFields(draft, changedIn(draft)),
): Core {
  return {
    ...core,
    checkProfile(draft, today, ageProof): Rejection | null {
      const rejection = core.checkProfile(draft, today, ageProof);
      if (!rejection) return null;
      // A rule that has changed since the registration is no obstacle to another change.
      const own = errorsAbout(changedIn(draft), rejection.fields);
      return own.length > 0 ? { ...rejection, fields: own } : null;
    },
    // The server parses the draft itself, together with the stored profile.
    parseProfile: (draft) => ({ payload: payloadOf(draft) }),
  };
}
