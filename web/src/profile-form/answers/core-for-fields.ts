/** Adapts core to a form that changes only some fields of a stored profile. */
import type { Core, ProfileDraft, Rejection } from "#/core/core";
import { errorsAbout } from "./form-errors";

/** Returns a core that checks only the fields of `fieldsOf()`, and turns a draft into the payload of `payloadOf()`. */
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
      // Ignore errors of other fields, because the person cannot correct them in this form.
      const own = errorsAbout(fieldsOf(draft), rejection.fields);
      return own.length > 0 ? { ...rejection, fields: own } : null;
    },
    // Do not parse the fields here, because the server parses them together with the rest of the stored profile.
    parseProfile: (draft) => ({ payload: payloadOf(draft) }),
  };
}
