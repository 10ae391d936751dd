/** A core for a form that sends only some fields of a stored profile. */
import type { Core, ProfileDraft, Rejection } from "#/core/core";
import { errorsAbout } from "./form-errors";

/** Returns a core that checks and sends these fields of a draft only. */
export function coreForFields(
  core: Core,
  fieldsOf: (draft: ProfileDraft) => readonly string[],
  payloadOf: (draft: ProfileDraft) => ProfileDraft,
): Core {
  return {
    ...core,
    checkProfile(draft, today, ageProof): Rejection | null {
      const rejection = core.checkProfile(draft, today, ageProof);
      if (!rejection) return null;
      // A rule that has changed since the registration is no obstacle to a change of another field.
      const own = errorsAbout(fieldsOf(draft), rejection.fields);
      return own.length > 0 ? { ...rejection, fields: own } : null;
    },
    // The server parses the draft itself, together with the stored profile.
    parseProfile: (draft) => ({ payload: payloadOf(draft) }),
  };
}
